// Elements that can be acted on, and the walk through page, shadow roots and frames.

const disabled = (el) => el.matches(":disabled,[aria-disabled=true],[aria-disabled=true] *")
  || styleOf(el).pointerEvents === "none" || /(?:^|\s)disabled(?:\s|$)/.test(classOf(el)) && !el.matches("a[href]");
const nativeRole = (el) => {
  const role = roleOf(el);
  if (ROLES.has(role)) return role;
  if (FIELD_ROLES.has(role)) return null;
  const tag = el.tagName;
  if ((tag === "A" || tag === "AREA" || tag === "a") && (el.hasAttribute("href") || el.hasAttribute("xlink:href"))) {
    return isJump(el) ? null : "link";
  }
  if (tag === "BUTTON") return "button";
  if (tag === "SUMMARY" && el.parentElement?.tagName === "DETAILS") return "button";
  if (tag === "INPUT" && /^(?:submit|button|image)$/.test(el.type)) return "button";
  return null;
};
const isJump = (el) => /^#[^!/]/.test(el.getAttribute("href") ?? "") && !el.hasAttribute("onclick")
  && ![...el.attributes].some((one) => /^(?:data-|aria-(?:controls|expanded|haspopup|selected))/.test(one.name)) && !listenersOf(el).size;
const EDITORS = ".CodeMirror,.cm-editor,.monaco-editor,.ace_editor,[contenteditable=true]";
const INTERACTIVE = "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=menuitem],[role=tab],[role=checkbox],[role=switch]";
const generic = (el, inside) => {
  // What only a listener makes clickable; a container that listens for others is none.
  const types = listenersOf(el);
  const heard = CLICKS.some((type) => types.has(type)) || inside.selectors.some((one) => { try { return el.matches(one); } catch { return false; } });
  const isPointer = pointer(el), boundary = isPointer && !(parentOf(el) && pointer(parentOf(el)));
  const pressed = PRESSES.some((type) => types.has(type)) && boundary;
  const under = inside.container && boundary;
  if (!heard && !pressed && !under) return null;
  if (el.matches("label,form,body,html,fieldset,option,td:has(> input)") || closest(el, EDITORS) || styleOf(el).cursor === "text") return null;
  const row = el.matches("tr,li,[role=row],[role=gridcell]");
  if (types.has("dblclick") && !types.has("click") && (row || boundary || !el.querySelector(INTERACTIVE))) return "listener";
  const controls = [...el.querySelectorAll(INTERACTIVE)].filter((one) => one.checkVisibility());
  if (controls.length && !(isPointer && row)) {
    if (controls.length > 1 || !isPointer) return null;
    if (joined(controls[0]) === joined(el) || !joined(el)) return null;
  }
  const box = el.getBoundingClientRect();
  const view = el.ownerDocument.defaultView;
  if (box.width * box.height > 0.4 * view.innerWidth * view.innerHeight && !row) return null;
  if (!isPointer && !row) {
    if ([...el.querySelectorAll("*")].some((one) => one.checkVisibility() && pointer(one))) return null;
    if (el.querySelector("h1,h2,p,form,section,article,table,ul,main")) return null;
    const parts = [...el.children];
    if (parts.length > 1 && heard && alike(el).size === 1 && parts.every((one) => clean(one.textContent))) return null;
  }
  return el.hasAttribute("onclick") ? "onclick" : "listener";
};
const hrefOf = (el) => {
  const raw = el.getAttribute("href") ?? el.getAttribute("xlink:href");
  if (raw === null || raw === undefined) return null;
  if (/^\s*(?:javascript:|#?$|#!$)/i.test(raw)) return null;
  if (raw.startsWith("#") && !/^#!?\//.test(raw)) return null;
  try { return new URL(raw, el.baseURI).href; } catch { return null; }
};
const addElement = (el, role, foundBy, context, controls) => {
  if (elements.length >= limits.elements) return;
  const [name, source] = nameOf(el);
  const region = regionOf(el);
  const path = controls ?? menuControls(el);
  elements.push({
    role, name, source, region, path: menuPath(path), href: role === "link" || el.matches("a[href]") ? hrefOf(el) : null,
    found: foundBy, frame: context.frame, rows: rowsOf(el), layer: layerOf(el),
    box: boxOf(el, context.offset), selector: selectorOf(el, context.prefix),
  });
};
const layers = [];
let layerOfFrame = -1;
const layerOf = (el) => {
  const found = closest(el, "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]");
  return found ? layers.indexOf(found) : layerOfFrame;
};

const walk = (node, context, inside) => {
  if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.tagName)) return;
  const el = node;
  if (el.tagName === "SLOT") { for (const child of el.childNodes) walk(child, context, inside); return; }
  const shown = visible(el);
  const role = nativeRole(el);
  let below = inside;
  if (el.tagName === "IFRAME" || el.tagName === "FRAME") { if (shown) enterFrame(el, context); return; }
  if (shown) noteLandmark(el);
  if (isField(el)) { if (!disabled(el)) addField(el, context); if (!/^(?:DIV|SPAN|UL)$/.test(el.tagName)) return; }
  else if (role && !inside.action) {
    if (shown && !disabled(el)) { addElement(el, role, "role", context, null); below = { ...inside, action: true }; }
    else if (!shown && !disabled(el)) {
      const controls = inHiddenMenu(el);
      if (controls) { addElement(el, role, "role", context, controls); below = { ...inside, action: true }; }
    } else below = { ...inside, action: true };
  } else if (role && shown && !disabled(el) && inside.row) {
    addElement(el, role, "role", context, null);
  } else if (shown && !role) {
    if (!inside.action) {
      const found = generic(el, inside);
      if (found && !disabled(el)) {
        const row = el.matches("tr,[role=row],li") || el.querySelector(INTERACTIVE);
        const own = roleOf(el) || { TR: "row", LI: "listitem", TH: "columnheader", TD: "cell" }[el.tagName] || "generic";
        addElement(el, own === "presentation" || own === "none" ? "generic" : own, found, context, null);
        below = { ...inside, action: true, row: !!row };
      } else {
        const types = listenersOf(el), selectors = delegated(el);
        if (types.has("click") && !/^(?:HTML|BODY)$/.test(el.tagName) && !el.hasAttribute("data-reactroot") && !isReactRoot(el)
            && el.getBoundingClientRect().height < 0.9 * el.ownerDocument.documentElement.scrollHeight) below = { ...below, container: true };
        if (selectors.length) below = { ...below, selectors: [...below.selectors, ...selectors.filter((one) => one !== "*")] };
      }
    }
    noteText(el);
  }
  if (el.shadowRoot) noteEditors(el.shadowRoot);
  if (el.shadowRoot) for (const child of el.shadowRoot.children) walk(child, context, below);
  for (const child of el.children) walk(child, context, below);
};
const isReactRoot = (el) => Object.keys(el).some((key) => key.startsWith("__reactContainer$"));

const noteLandmark = (el) => {
  const role = roleOf(el), tag = el.tagName;
  if (/^H[1-6]$/.test(tag) || role === "heading") {
    headings.push({ text: joined(el), region: regionOf(el), rows: rowsOf(el).map((one) => ({ list: one.list, kind: one.kind, rows: one.rows })), layer: layerOf(el) });
  }
  if (tag === "DIALOG" && el.open || role === "dialog" || role === "alertdialog" || el.getAttribute("aria-modal") === "true" && tag !== "DIALOG") {
    if (holdsMenu(el)) return;
    layers.push(el);
    const label = referred(el, "aria-labelledby") || clean(el.getAttribute("aria-label"))
      || titleIn(el) || firstWords(el) || clean(el.querySelector("[placeholder]")?.getAttribute("placeholder"));
    dialogs.push({ name: label, modal: isModal(el) });
  }
  if (isOpenMenu(el)) {
    const control = controlOfLayer(el) ?? expanded(el.ownerDocument);
    menus.push(referred(el, "aria-labelledby") || clean(el.getAttribute("aria-label")) || (control ? nameOf(control)[0] : ""));
  }
  if (role === "tab" && el.getAttribute("aria-selected") === "true") tabs.push({ name: nameOf(el), layer: layerOf(el) });
};
// A layer that is nothing but a menu is no dialog, though some libraries call it so.
const holdsMenu = (el) => {
  const menu = el.querySelector("[role=menu]");
  return menu !== null && clean(menu.textContent) === clean(el.textContent);
};
const titleIn = (el) => {
  const title = el.querySelector("h1,h2,h3,h4,[class*=title],[class*=header]");
  return title ? textOf(title, (one) => one.matches("button,a,[role=button]")).slice(0, 120) : "";
};
const firstWords = (el) => {
  for (const one of el.querySelectorAll("*")) {
    const text = one.children.length ? "" : clean(one.textContent);
    if (text.length > 2 && text.length <= 80 && visible(one) && !one.closest("a,button,kbd,[role=option]")) return text;
  }
  return "";
};
const expanded = (doc) => {
  const found = [...doc.querySelectorAll("[aria-haspopup][aria-expanded=true]")].filter(visible);
  return found.length === 1 ? found[0] : null;
};
const isModal = (el) => {
  if (el.matches(":modal") || el.getAttribute("aria-modal") === "true") return true;
  const doc = el.ownerDocument, view = doc.defaultView, box = el.getBoundingClientRect();
  let covered = 0;
  for (const [x, y] of [[5, 5], [view.innerWidth - 5, 5], [5, view.innerHeight - 5], [view.innerWidth - 5, view.innerHeight - 5]]) {
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) { covered += 1; continue; }
    const top = doc.elementFromPoint(x, y);
    if (!top) { covered += 1; continue; }
    const holder = [el, el.parentElement, el.parentElement?.parentElement, el.parentElement?.parentElement?.parentElement]
      .filter((one) => one && one !== doc.body && one !== doc.documentElement);
    if (holder.some((one) => one.contains(top)) || top.matches("[class*=backdrop],[class*=overlay]")) covered += 1;
  }
  return covered === 4;
};
const noteText = (el) => {
  if (texts.length >= limits.texts || !el.matches(BLOCKS) || el.tagName === "P" && !closest(el, "form,fieldset,dialog,[role=dialog]")) return;
  if (el.querySelector("p,div,table,ul,fieldset")) return;
  if (rowsOf(el).length && el.tagName !== "TH") return;
  const text = textOf(el, (one) => /^(?:INPUT|SELECT|TEXTAREA|BUTTON)$/.test(one.tagName));
  if (text) texts.push({ text, layer: layerOf(el) });
};

const enterFrame = (frame, context) => {
  let inner = null;
  try { inner = frame.contentDocument; } catch { return; }
  if (!inner?.body || context.depth >= 5) return;
  const box = frame.getBoundingClientRect();
  const prefix = [selectorOf(frame, context.prefix), "internal:control=enter-frame"];
  const offset = { x: context.offset.x + box.left + frame.clientLeft, y: context.offset.y + box.top + frame.clientTop };
  const before = layerOfFrame;
  layerOfFrame = layerOf(frame);
  readDocument(inner, { prefix, offset, frame: inner.location.href, depth: context.depth + 1 });
  layerOfFrame = before;
};
const BUSY = "[aria-busy=true],[role=progressbar]:not([aria-valuenow]),[class*=spinner i],[class*=skeleton i],"
  + "[class*=loading i],[class*=loader i]";
const SAYS_BUSY = /^\s*(?:loading|please wait|(?:wird |wurde )?geladen|lädt|chargement|cargando|caricamento)\s*(?:…|\.{2,3})\s*$/i;
const signsOfLoading = (doc) => {
  const found = new Set();
  const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (SAYS_BUSY.test(text.data) && visible(text.parentElement)) found.add(clean(text.data));
  }
  for (const one of doc.querySelectorAll(BUSY)) {
    const role = one.matches("[aria-busy=true],[role=progressbar]");
    if (!visible(one) || !(role || !clean(one.textContent))) continue;
    const word = /spinner|skeleton|loading|loader/i.exec(one.getAttribute("class") || "");
    found.add(`${one.tagName} ${role || !word ? "busy" : word[0]}`.toLowerCase());
  }
  return [...found];
};
const readDocument = (doc, context) => {
  for (const one of doc.scripts) if (one.src) scripts.add(one.src);
  if (doc.body) for (const sign of signsOfLoading(doc)) busy.add(sign);
  if (doc.body?.tagName === "FRAMESET") { for (const one of doc.querySelectorAll("frame")) enterFrame(one, context); return; }
  noteEditors(doc);
  walk(doc.body, context, { action: false, row: false, container: false, selectors: delegated(doc).filter((one) => !/^(?:\*|a|body)$/.test(one)) });
};
if (document.body) {
  readDocument(document, { prefix: [], offset: { x: scrollX, y: scrollY }, frame: null, depth: 0 });
}
const told = window.__graphwright_title?.() ?? document.title;
const title = typeof told === "string" ? told : "";
return { address: location.href, title, elements, fields, headings, dialogs, menus, tabs, texts, scripts: [...scripts],
  busy: [...busy].sort().join(", ").slice(0, 200) };
