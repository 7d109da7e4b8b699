// Reads a page as a user sees it, with its open shadow roots and same-origin frames, in one call.
//
// An expression that is a function of limits and of the inspector's getEventListeners. It changes
// nothing in the page. What it returns is raw: names and texts are made canonical in readings.py.
((limits, getEventListeners) => {
  "use strict";
  const CLICKS = ["click", "dblclick"];
  const PRESSES = ["mousedown", "pointerdown", "mouseup", "pointerup"];
  const ROLES = new Set([
    "button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem", "option",
  ]);
  const FIELD_ROLES = new Set([
    "checkbox", "radio", "switch", "textbox", "searchbox", "spinbutton", "slider", "combobox", "listbox",
  ]);
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META"]);
  const BLOCKS = "p,label,legend,th,caption,dt,summary,small,figcaption,.help,.hint,.description,.title,.card-title,.panel-title,.label";
  const SHELL_WORDS =
    /(?:^|[-_\s])(?:nav|navbar|navigation|sidebar|side-?nav|topbar|toolbar-main|menubar|masthead|header|footer|quickbar|shell|app-?bar)(?:$|[-_\s])/i;
  const HIDDEN_MENU = "[role=menu],.dropdown-menu,.submenu,.sub-menu";

  const elements = [], fields = [], headings = [], dialogs = [], menus = [], tabs = [], texts = [];
  const scripts = new Set();

  const clean = (text) => (text || "").replace(/\s+/g, " ").trim();
  const roleOf = (el) => clean(el.getAttribute("role")).split(" ")[0].toLowerCase();
  const classOf = (el) => (typeof el.className === "string" ? el.className : el.getAttribute("class") || "");
  const parentOf = (node) => node.assignedSlot || node.parentElement || (node.getRootNode().host ?? null);
  const styleOf = (el) => el.ownerDocument.defaultView.getComputedStyle(el);
  const closest = (el, selector) => {
    for (let one = el; one; one = one.getRootNode().host ?? null) {
      const found = one.closest(selector);
      if (found) return found;
    }
    return null;
  };

  // ---- what can be seen -------------------------------------------------------------------------
  const visible = (el) => {
    if (!el.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = el.getBoundingClientRect();
    if (box.width > 1 && box.height > 1) {
      return box.right + el.ownerDocument.defaultView.scrollX > 0
        && box.bottom + el.ownerDocument.defaultView.scrollY > 0;
    }
    return box.width + box.height > 0 || styleOf(el).display === "contents"
      ? [...el.children].some(visible) : false;
  };
  const boxOf = (el, offset) => {
    let box = el.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) {
      const child = [...el.children].find((one) => one.getBoundingClientRect().width > 1);
      if (child) box = child.getBoundingClientRect();
    }
    if (!box.width || !box.height) return null;
    return [box.left + offset.x, box.top + offset.y, box.width, box.height].map(Math.round);
  };

  // ---- names ------------------------------------------------------------------------------------
  const isIcon = (el) => {
    const tag = el.tagName.toLowerCase(), role = roleOf(el);
    return tag === "svg" || tag === "img" || role === "img" || role === "presentation" && !el.textContent
      || (tag === "i" || tag === "span") && /(?:^|[\s-])(?:icons?|fa|glyphicon|material-icons|material-symbols)(?:$|[\s-])/i.test(classOf(el))
         && !/\s/.test(clean(el.textContent));
  };
  const textOf = (el, skip) => {
    const parts = [];
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) { parts.push(node.nodeValue); return; }
      if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.tagName)) return;
      if (node !== el) {
        if (isIcon(node) || node.getAttribute("aria-hidden") === "true") return;
        if (skip && skip(node)) return;
        if (!node.checkVisibility({ visibilityProperty: true }) && el.checkVisibility()) return;
        if (node.clientHeight === 0 && node.childElementCount === 0 && node.offsetHeight === 0 && node.offsetWidth > 0) return;
        if (/^(?:badge|count|counter)$|(?:^|[-_\s])(?:badge|count|counter)(?:$|[-_\s])/i.test(classOf(node))
            && /^[\d.,+kKmM]*$/.test(clean(node.textContent))) return;
      }
      parts.push(" ");
      const children = node.tagName === "SLOT" ? node.assignedNodes() : (node.shadowRoot ?? node).childNodes;
      for (const child of children) walk(child);
      parts.push(" ");
    };
    walk(el);
    return clean(parts.join(""));
  };
  const joined = (el) => {
    // Inline parts belong together (<b>S</b>ave): textOf puts blanks around every element.
    if (el.children.length === 0) return clean(el.textContent);
    return textOf(el);
  };
  const referred = (el, attribute) => {
    const ids = clean(el.getAttribute(attribute)).split(" ").filter(Boolean);
    return clean(ids.map((id) => {
      const other = el.getRootNode().getElementById?.(id);
      return other ? textOf(other) || clean(other.getAttribute("aria-label")) : "";
    }).join(" "));
  };
  const iconName = (el) => {
    for (const one of [el, ...el.querySelectorAll("*")]) {
      const label = clean(one.getAttribute("aria-label") || one.getAttribute("alt") || one.getAttribute("title")
        || one.querySelector?.(":scope > title")?.textContent);
      if (label && one !== el) return [label, "icon"];
    }
    for (const one of [el, ...el.querySelectorAll("*")]) {
      const tag = one.tagName.toLowerCase();
      if (tag === "use") {
        const ref = one.getAttribute("href") || one.getAttribute("xlink:href");
        if (ref) return [ref, "identifier"];
      }
      const data = one.getAttribute("data-icon") || one.getAttribute("icon") || one.getAttribute("name");
      if (data && (tag === "svg" || tag === "i" || tag.includes("-"))) return [data, "identifier"];
      const token = classOf(one).split(/\s+/).find((word) => /^(?:fa|glyphicon|icon|bi|mdi|ti|ri|la)-[a-z]/.test(word));
      if (token) return [token, "identifier"];
      if (tag === "img" && one.getAttribute("src")) {
        return [one.getAttribute("src").split(/[?#]/)[0].split("/").pop(), "identifier"];
      }
    }
    return null;
  };
  const CONTROLS = "input:not([type=hidden]),select,textarea,button";
  const neighbour = (el) => {
    // The label that stands before a control, as long as no other control stands between.
    for (let up = 0, from = el; up < 5 && from && from !== from.ownerDocument.body; up += 1, from = from.parentElement) {
      for (let one = from.previousElementSibling; one; one = one.previousElementSibling) {
        if (one.matches(CONTROLS) && visible(one) || [...one.querySelectorAll(CONTROLS)].some(visible)) return "";
        if (SKIPPED.has(one.tagName) || !one.checkVisibility()) continue;
        const text = textOf(one);
        if (text) return text.length <= 60 && !one.matches("a,p,ul,table") ? text : "";
      }
      if (/^(?:FORM|FIELDSET|TABLE|DIALOG|MAIN|SECTION)$/.test(from.tagName)) return "";
    }
    return "";
  };
  const DISCLOSES = /(?:^|[-_ ])(?:expand[-_ ]?(?:more|less)|arrow[-_ ]drop[-_ ]down|chevron|caret|more[-_ ](?:horiz|vert)|ellipsis|kebab|dots)(?:$|[-_ ])/i;
  const NAMES = new WeakMap();
  const nameOf = (el) => {
    if (!NAMES.has(el)) NAMES.set(el, madeName(el));
    return NAMES.get(el);
  };
  const madeName = (el) => {
    const tag = el.tagName;
    const labelled = referred(el, "aria-labelledby");
    if (labelled) return [labelled, "label"];
    const label = clean(el.getAttribute("aria-label"));
    const inside = joined(el);
    if (label) return [label, inside ? "label" : "icon"];
    if (tag === "INPUT") {
      const value = clean(el.value) || clean(el.getAttribute("alt")) || clean(el.title);
      return [value || (el.type === "submit" ? "Submit" : el.type), "text"];
    }
    const whole = /…|\.\.\.$/.test(inside) ? clean(el.querySelector("[title]")?.title) : "";
    if (whole) return [whole, "text"];
    if (inside && !/^[\s\p{P}\p{S}\p{Co}]+$/u.test(inside)) return [inside, "text"];
    const title = clean(el.getAttribute("title") || el.getAttribute("data-original-title") || el.getAttribute("data-tooltip"));
    if (title) return [title, "label"];
    const icon = iconName(el);
    if (icon && DISCLOSES.test(icon[0])) {
      const beside = el.previousElementSibling ?? el.parentElement?.previousElementSibling;
      const of = beside?.matches("button,[role=button]") ? beside : beside?.querySelector("button,[role=button]");
      const said = of ? joined(of) : "";
      return [said ? `${said}: more` : "More", "label"];
    }
    if (icon) return icon;
    if (/^[×✕✖✗x]$/u.test(clean(el.textContent))) return ["Close", "label"];
    if (inside) return [inside, "text"];
    const own = el.getAttribute("data-testid") || el.getAttribute("name") || "";
    if (own) return [own, "identifier"];
    const near = neighbour(el);
    if (near) return [near, "label"];
    return [el.id && !/\d/.test(el.id) ? el.id : "", "identifier"];
  };

  // ---- where it is ------------------------------------------------------------------------------
  const REGION = new WeakMap();
  const isOpenMenu = (el) => {
    if (!el.matches(`${HIDDEN_MENU},[role=listbox],[popover]:popover-open`) || isField(el)) return false;
    for (let at = el, up = 0; at && up < 4 && at !== el.ownerDocument.body; at = parentOf(at), up += 1) {
      if (/^(?:absolute|fixed)$/.test(styleOf(at).position) || at.matches("[popover]")) return visible(el);
    }
    return false;
  };
  const ownRegion = (el) => {
    const role = roleOf(el), tag = el.tagName;
    if (role === "dialog" || role === "alertdialog" || tag === "DIALOG" || el.getAttribute("aria-modal") === "true") return "dialog";
    if (isOpenMenu(el)) return "menu";
    if (role === "main" || tag === "MAIN") return "main";
    if (role === "navigation" || role === "banner" || role === "contentinfo" || role === "menubar" || tag === "NAV") return "shell";
    if ((tag === "HEADER" || tag === "FOOTER") && !el.parentElement?.closest("main,article,section,[role=main],[role=dialog]")) return "shell";
    if (/^(?:DIV|UL|ASIDE|TABLE|TD|SECTION)$/.test(tag)
        && (SHELL_WORDS.test(el.id) || classOf(el).split(/\s+/).some((one) => SHELL_WORDS.test(one) && !/(?:page|section|panel|card|table|modal|title|box|dialog|widget)/i.test(one)))
        && !el.parentElement?.closest("form,table,article")) return "shell";
    return null;
  };
  const regionOf = (el) => {
    if (!el || el.nodeType !== Node.ELEMENT_NODE) return "main";
    const known = REGION.get(el);
    if (known) return known;
    const parent = parentOf(el);
    const above = parent ? regionOf(parent) : "main";
    const own = ownRegion(el);
    let region = own ?? above;
    if (own === "shell" && (above === "dialog" || above === "menu" || closest(parent ?? el, "main,[role=main]"))) region = above;
    if (own === "main" && above === "dialog") region = above;
    REGION.set(el, region);
    return region;
  };

  // A menu is a list in a list's item, or a layer that a visible control opens.
  const labelOfItem = (item, nested) => {
    for (const child of item.children) {
      if (child === nested || child.contains(nested)) break;
      const control = child.matches("a,button,summary,span,label,[role=menuitem],[role=button],h2,h3,h4,h5,h6")
        ? child : child.querySelector("a,button,[role=menuitem],[role=button]");
      if (control) return control;
    }
    return null;
  };
  const controlOfLayer = (layer) => {
    if (layer.id) {
      const root = layer.getRootNode();
      const id = CSS.escape(layer.id);
      const control = root.querySelector(`[aria-controls="${id}"],[aria-owns="${id}"],[data-target="#${id}"],[data-bs-target="#${id}"]`);
      if (control && !layer.contains(control)) return control;
    }
    const labelled = clean(layer.getAttribute("aria-labelledby")).split(" ")[0];
    if (labelled) {
      const control = layer.getRootNode().getElementById?.(labelled);
      if (control) return control;
    }
    const previous = layer.previousElementSibling;
    if (previous?.matches("a,button,[role=button],[role=menuitem],[aria-haspopup]")) return previous;
    return null;
  };
  const menuControls = (el) => {
    // The controls of the menus above an element, the nearest first.
    const controls = [];
    for (let at = el, up = parentOf(el); up; at = up, up = parentOf(up)) {
      let control = null;
      if (at.matches("ul,ol,div,[role=menu],[role=group]") && up.matches("li,[role=none],.dropdown,[role=menuitem],[role=listitem]")) {
        control = labelOfItem(up, at);
      }
      if (!control && at !== el && at.matches(HIDDEN_MENU)) control = controlOfLayer(at);
      if (control && control !== el && !control.contains(el) && !controls.includes(control)) controls.push(control);
    }
    return controls;
  };
  const inHiddenMenu = (el) => {
    if (!el.matches("a[href],[role=menuitem]")) return null;
    const controls = menuControls(el);
    if (!controls.length) return null;
    const top = controls[controls.length - 1];
    if (!visible(top)) return null;
    const inMenu = closest(el, "nav,header,[role=navigation],[role=banner],[role=menubar],[role=menu],.dropdown-menu,.menu,.sf-menu")
      || regionOf(el) === "shell" || top.matches("[aria-haspopup],[data-toggle=dropdown],[data-bs-toggle=dropdown]");
    if (!inMenu || closest(el, "[role=tabpanel],dialog,[role=dialog]")) return null;
    for (let at = el; at && !at.contains(top); at = parentOf(at)) {
      if (at.hidden && at.matches("[role=tabpanel],form")) return null;
    }
    return controls;
  };
  const menuPath = (controls) => controls.map((one) => nameOf(one)).reverse();

  // ---- rows of lists ----------------------------------------------------------------------------
  const LISTS = new Map(), SIGNATURES = new WeakMap(), TABLES = new WeakMap();
  const listId = (el) => { if (!LISTS.has(el)) LISTS.set(el, LISTS.size); return LISTS.get(el); };
  const ROWS = new Map();
  const rowId = (el) => { if (!ROWS.has(el)) ROWS.set(el, ROWS.size); return ROWS.get(el); };
  const signature = (el) => `${el.tagName}.${classOf(el).split(/\s+/).filter((one) => !/\d|^(?:odd|even|active|selected|current|first|last|hover)|(?:line|row)$/i.test(one)).sort().join(".")}`;
  const alike = (parent) => {
    let counts = SIGNATURES.get(parent);
    if (!counts) {
      counts = new Map();
      for (const child of parent.children) {
        if (!SKIPPED.has(child.tagName)) counts.set(signature(child), (counts.get(signature(child)) ?? 0) + 1);
      }
      SIGNATURES.set(parent, counts);
    }
    return counts;
  };
  const tableOf = (table) => {
    if (TABLES.has(table)) return TABLES.get(table);
    const role = roleOf(table);
    let info = null;
    if (table.tagName === "TABLE" && role !== "presentation" && role !== "none") {
      const rows = [...table.rows];
      const header = rows.find((row) => row.cells.length && [...row.cells].every((cell) => cell.tagName === "TH" || !clean(cell.textContent))
        && [...row.cells].some((cell) => cell.tagName === "TH"));
      const body = rows.filter((row) => row !== header && row.parentElement.tagName !== "THEAD" && row.parentElement.tagName !== "TFOOT"
        && [...row.cells].some((cell) => cell.tagName === "TD"));
      if (header) info = { headers: [...header.cells].flatMap((cell) => Array(cell.colSpan || 1).fill(textOf(cell))), rows: body.length };
    } else if (/^(?:table|grid|treegrid)$/.test(role)) {
      const cells = [...table.querySelectorAll("[role=columnheader]")];
      info = { headers: cells.map((cell) => textOf(cell)), rows: table.querySelectorAll("[role=row]").length };
    }
    TABLES.set(table, info);
    return info;
  };
  const keyOfRow = (row) => {
    for (const name of ["data-id", "data-key", "data-row-id", "data-record-id", "data-href", "aria-rowindex", "id"]) {
      const value = row.getAttribute(name);
      if (value) return value;
    }
    const link = row.querySelector("a[href]");
    if (link) return link.getAttribute("href");
    return clean(row.textContent).slice(0, 200);
  };
  const columnOf = (row, el, table) => {
    let cell = el;
    while (cell && parentOf(cell) !== row) cell = parentOf(cell);
    if (!cell) return { index: -1, header: "" };
    let index = 0;
    for (let one = cell.previousElementSibling; one; one = one.previousElementSibling) index += one.colSpan || 1;
    return { index, header: table ? table.headers[index] ?? "" : "" };
  };
  const nameOfList = (el) => {
    const label = referred(el, "aria-labelledby") || clean(el.getAttribute("aria-label")) || clean(el.querySelector?.(":scope > caption")?.textContent);
    if (label) return label;
    for (let at = el, up = 0; at && up < 3; at = at.parentElement, up += 1) {
      for (let one = at.previousElementSibling; one; one = one.previousElementSibling) {
        if (one.matches("h1,h2,h3,h4,h5,h6,legend,[class*=title],[class*=heading]")) {
          const text = textOf(one);
          if (text && text.length <= 80) return text;
        }
      }
    }
    return "";
  };
  const pieces = (row) => [row, ...row.querySelectorAll("*")].filter((one) => !isIcon(one)
    && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && clean(node.nodeValue))).length;
  const rowsOf = (el) => {
    const rows = [];
    for (let at = el, up = parentOf(el); up && rows.length < 4; at = up, up = parentOf(up)) {
      if (up.tagName === "BODY" && at.tagName !== "TR") break;
      let list = null;
      if (at.tagName === "TR") {
        const holder = at.closest("table");
        const table = holder && tableOf(holder);
        if (table && at.querySelector("td")) list = { holder, table, kind: "table", rows: table.rows };
        else if (holder && !table && at.parentElement.children.length >= 3 && roleOf(holder) !== "presentation") {
          list = { holder: up, table: null, kind: "repeat", rows: up.children.length };
        }
      } else if (roleOf(at) === "row") {
        const holder = closest(at, "[role=grid],[role=table],[role=treegrid]");
        const table = holder && tableOf(holder);
        if (table && !at.querySelector("[role=columnheader]")) list = { holder, table, kind: "table", rows: table.rows };
      } else if (/^(?:listitem|treeitem|option|article|gridcell)$/.test(roleOf(at)) || at.tagName === "LI" || at.tagName === "ARTICLE") {
        list = { holder: up, table: null, kind: "list", rows: up.children.length };
      } else if ((alike(up).get(signature(at)) ?? 0) >= 3 && !/^(?:TD|TH|TBODY|OPTION|BR|LABEL|FIELDSET)$/.test(at.tagName)) {
        list = { holder: up, table: null, kind: "repeat", rows: alike(up).get(signature(at)) };
      }
      if (!list) continue;
      const column = columnOf(at, el, list.table);
      rows.push({
        list: listId(list.holder), kind: list.kind, rows: list.rows, key: keyOfRow(at),
        row: rowId(at), pieces: at === el ? pieces(at) : 0, column: column.index, header: column.header,
        name: nameOfList(list.holder), itself: at === el,
      });
    }
    return rows;
  };

  // ---- listeners --------------------------------------------------------------------------------
  const listenersOf = (el) => {
    const types = new Set();
    const own = getEventListeners ? getEventListeners(el) : {};
    for (const type of [...CLICKS, ...PRESSES]) if (own[type]) types.add(type);
    if (el.onclick) types.add("click");
    if (el.ondblclick) types.add("dblclick");
    // Libraries that hear all events at the root keep a node's handlers beside it.
    for (const key of Object.keys(el)) {
      if (!key.startsWith("__reactProps$") && !key.startsWith("__reactEventHandlers$")) continue;
      const props = el[key] || {};
      const disabled = props.disabled === true;
      if (typeof props.onClick === "function" && !disabled) types.add("click");
      else if (types.has("click") && !own.click?.some((one) => one.listener !== el.onclick)) types.delete("click");
      if (typeof props.onDoubleClick === "function") types.add("dblclick");
      break;
    }
    return types;
  };
  const delegated = (el) => {
    // jQuery keeps the selectors of what a container hears for.
    const view = (el.ownerDocument ?? el).defaultView, data = view?.jQuery?._data;
    if (typeof data !== "function") return [];
    let events = null;
    try { events = data.call(view.jQuery, el, "events"); } catch { return []; }
    return CLICKS.flatMap((type) => (events?.[type] ?? []).map((one) => one.selector).filter(Boolean));
  };
  const pointer = (el) => styleOf(el).cursor === "pointer";

  // ---- selectors --------------------------------------------------------------------------------
  const stableId = (id) => id && /^[A-Za-z][\w-]*$/.test(id) && !/\d{3,}/.test(id);
  const pathIn = (el, root) => {
    const steps = [];
    for (let at = el; at && at !== root; at = at.parentElement) {
      if (stableId(at.id) && root.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
        steps.unshift(`#${CSS.escape(at.id)}`);
        break;
      }
      if (!at.parentElement) { steps.unshift(at.tagName === "HTML" ? "html" : `${tagOf(at)}:nth-child(${place(at)})`); break; }
      steps.unshift(`${tagOf(at)}:nth-child(${place(at)})`);
    }
    return steps.join(" > ");
  };
  const tagOf = (el) => CSS.escape(el.tagName.toLowerCase());
  const place = (el) => Array.prototype.indexOf.call((el.parentNode ?? el).children, el) + 1;
  const selectorOf = (el, prefix) => {
    const parts = [];
    for (let at = el; at;) {
      const root = at.getRootNode();
      const path = pathIn(at, root);
      const index = root.host ? Array.prototype.indexOf.call(root.querySelectorAll(path), at) : 0;
      parts.unshift(root.host ? `${path} >> nth=${Math.max(index, 0)}` : path);
      at = root.host ?? null;
    }
    return [...prefix, ...parts].join(" >> ");
  };

  // ---- fields -----------------------------------------------------------------------------------
  const isField = (el) => {
    const tag = el.tagName, role = roleOf(el);
    if (tag === "SELECT" || tag === "TEXTAREA") return true;
    if (tag === "INPUT") return !/^(?:hidden|submit|button|image|reset)$/.test(el.type);
    if (el.isContentEditable && el.getAttribute("contenteditable") !== null) return true;
    return FIELD_ROLES.has(role) && !(role === "listbox" && !el.getAttribute("aria-label") && !el.getAttribute("aria-labelledby"));
  };
  const labelOf = (el) => {
    const own = roleOf(el) === "combobox" ? joined(el) : "";
    const said = [referred(el, "aria-labelledby"), clean(el.getAttribute("aria-label"))].find((one) => one && one !== own);
    if (said) return said;
    const isControl = (node) => /^(?:INPUT|SELECT|TEXTAREA|BUTTON|OPTION)$/.test(node.tagName) || /help|hint|error|required/i.test(classOf(node));
    for (const label of el.labels ?? []) {
      const text = textOf(label, isControl);
      if (text) return text;
    }
    const cell = el.closest("td,dd");
    const before = cell?.previousElementSibling;
    if (before?.matches("td,th,dt")) { const text = textOf(before, isControl); if (text && text.length <= 120) return text; }
    return (el.title !== own && clean(el.title)) || neighbour(el) || clean(el.getAttribute("placeholder"));
  };
  // A library's control that stands for a hidden select or input: its own text is a value.
  const behind = (el) => {
    if (el.matches("select,textarea")) return el;
    const combo = roleOf(el) === "combobox" || el.getAttribute("aria-haspopup") === "listbox" || /-selectized$/.test(el.id);
    for (let up = 0, at = el.parentElement; combo && at && up < 3; up += 1, at = at.parentElement) {
      const hidden = [...at.querySelectorAll("select,input:not([type=hidden])"), at.previousElementSibling]
        .filter((one) => one && one !== el && one.matches("select,input") && (!visible(one) || /hidden|selectized|select2/.test(classOf(one))));
      if (hidden.length === 1) return hidden[0];
      if (hidden.length > 1) break;
    }
    return el;
  };
  const formOf = (el) => {
    const group = el.closest("fieldset,[role=group],[role=radiogroup]");
    const legend = group && (clean(group.querySelector(":scope > legend")?.textContent) || referred(group, "aria-labelledby") || clean(group.getAttribute("aria-label")));
    if (legend) return legend;
    const form = el.closest("form,[role=form],[role=search]");
    if (!form) return null;
    return referred(form, "aria-labelledby") || clean(form.getAttribute("aria-label"))
      || clean(form.querySelector("h1,h2,h3,h4,legend,caption")?.textContent) || clean(form.getAttribute("name")) || null;
  };
  const helpOf = (el) => {
    const said = referred(el, "aria-describedby");
    if (said) return said;
    const next = el.nextElementSibling;
    if (next?.matches("small,.help,.help-text,.hint,.form-text,.description")) return textOf(next);
    const near = el.parentElement?.querySelector(":scope > small,:scope > .help,:scope > .help-text,:scope > .hint,:scope > .form-text");
    return near ? textOf(near) : null;
  };
  const FIELD_SEEN = new Set();
  const addField = (el, context) => {
    const type = el.tagName === "SELECT" ? (el.multiple ? "multiselect" : "select")
      : el.tagName === "TEXTAREA" ? "textarea" : el.tagName === "INPUT" ? el.type : roleOf(el) || "textbox";
    if (!visible(el) && !(el.labels?.length && [...el.labels].some(visible))) return;
    const real = behind(el);
    if (FIELD_SEEN.has(real)) return;
    FIELD_SEEN.add(real);
    const label = labelOf(real) || (real === el ? "" : clean(el.getAttribute("aria-label")));
    const radio = type === "radio" && el.tagName === "INPUT";
    const group = radio ? el.closest("fieldset,[role=radiogroup]") : null;
    fields.push({
      form: formOf(el), label: label || clean(real.name || real.id), source: label ? "label" : "identifier",
      type: real.tagName === "SELECT" && type === "combobox" ? "select" : type, group: radio ? el.name : null,
      groupLabel: group ? clean(group.querySelector("legend")?.textContent) || clean(group.getAttribute("aria-label")) : null,
      options: real.tagName === "SELECT" ? [...real.options].slice(0, limits.options).map((one) => clean(one.textContent)) : [],
      required: !!real.required || el.getAttribute("aria-required") === "true", help: helpOf(el), region: regionOf(el), layer: layerOf(el),
      rows: rowsOf(el), box: boxOf(el, context.offset), selector: selectorOf(el, context.prefix), frame: context.frame,
    });
  };

  // ---- elements ---------------------------------------------------------------------------------
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
  const INTERACTIVE = "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=menuitem],[role=tab],[role=checkbox],[role=switch]";
  const generic = (el, inside) => {
    // What only a listener makes clickable; a container that listens for others is none.
    const types = listenersOf(el);
    const heard = CLICKS.some((type) => types.has(type)) || inside.selectors.some((one) => { try { return el.matches(one); } catch { return false; } });
    const isPointer = pointer(el), boundary = isPointer && !(parentOf(el) && pointer(parentOf(el)));
    const pressed = PRESSES.some((type) => types.has(type)) && boundary;
    const under = inside.container && boundary;
    if (!heard && !pressed && !under) return null;
    if (el.matches("label,form,body,html,fieldset,option,td:has(> input)") || styleOf(el).cursor === "text") return null;
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
    if (!isPointer && [...el.querySelectorAll("*")].some((one) => one.checkVisibility() && pointer(one))) return null;
    if (!isPointer && el.querySelector("h1,h2,p,form,section,article,table,ul,main")) return null;
    if (!isPointer && el.children.length > 1 && heard && [...el.children].every((one) => clean(one.textContent)) && alike(el).size === 1) return null;
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
    const state = el.getAttribute("aria-selected") === "true" || (el.getAttribute("aria-current") ?? "false") !== "false";
    elements.push({
      role, name, source, region, path: menuPath(path), href: role === "link" || el.matches("a[href]") ? hrefOf(el) : null,
      found: foundBy, frame: context.frame, rows: rowsOf(el), selected: state, hidden: !!controls,
      popup: clean(el.getAttribute("aria-haspopup")), submits: el.matches("form button:not([type]),form [type=submit],form [type=image]"),
      download: el.hasAttribute("download"), layer: layerOf(el),
      box: boxOf(el, context.offset), selector: selectorOf(el, context.prefix),
    });
  };
  const layers = [];
  const layerOf = (el) => { const found = closest(el, "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]"); return found ? layers.indexOf(found) : -1; };

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
      layers.push(el);
      const label = referred(el, "aria-labelledby") || clean(el.getAttribute("aria-label"))
        || clean(el.querySelector("h1,h2,h3,h4,[class*=title],[class*=header]")?.textContent).slice(0, 120) || firstWords(el);
      dialogs.push({ name: label, modal: isModal(el) });
    }
    if (isOpenMenu(el)) {
      const control = controlOfLayer(el);
      menus.push(referred(el, "aria-labelledby") || clean(el.getAttribute("aria-label")) || (control ? nameOf(control)[0] : ""));
    }
    if (role === "tab" && el.getAttribute("aria-selected") === "true") tabs.push(nameOf(el)[0]);
  };
  const firstWords = (el) => {
    for (const one of el.querySelectorAll("*")) {
      const text = one.children.length ? "" : clean(one.textContent);
      if (text && text.length <= 80 && visible(one) && !one.closest("a,button")) return text;
    }
    return "";
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
    readDocument(inner, { prefix, offset, frame: inner.location.href, depth: context.depth + 1 });
  };
  const readDocument = (doc, context) => {
    for (const one of doc.scripts) if (one.src) scripts.add(one.src);
    if (doc.body?.tagName === "FRAMESET") { for (const one of doc.querySelectorAll("frame")) enterFrame(one, context); return; }
    walk(doc.body, context, { action: false, row: false, container: false, selectors: delegated(doc).filter((one) => !/^(?:\*|a|body)$/.test(one)) });
  };
  if (document.body) {
    readDocument(document, { prefix: [], offset: { x: scrollX, y: scrollY }, frame: null, depth: 0 });
  }
  return { address: location.href, title: document.title, elements, fields, headings, dialogs, menus, tabs, texts, scripts: [...scripts] };
})
