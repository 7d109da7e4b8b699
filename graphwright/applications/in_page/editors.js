// What changes what one field holds, and leads nowhere: the toolbar of a text editor that a page
// brings with it, and values that were chosen already, each with the cross that takes it away.

// Editors of code are left out: beside them stand buttons that run what they hold.
const EDITED = "[contenteditable]:not([contenteditable=false]),textarea,iframe";
const CODE = ".CodeMirror,.cm-editor,.monaco-editor,.ace_editor";
const BARS = "[role=toolbar],[role=menubar]";
const HELD_TOGETHER = "form,fieldset,main,dialog,body,[role=main],[role=dialog],[role=form]";
const NOT_OF_EDITORS = "h1,h2,h3,h4,h5,h6,[role=heading],nav,main,form,[role=navigation]";
const BUTTONS = "button,[role=button],a[href^='javascript:']";
const sends = (el) => /^(?:submit|image)$/.test(el.type) && el.form !== null;
const FEWEST_TOOLS = 5, HIGHEST_EDITOR = 8, HIGHEST_VALUE = 3;
const TYPED = "input,[role=combobox],[role=searchbox],[role=textbox]";
const TYPED_IN = /^(?:text|search|email|tel|url)$/;
const CROSS = /^[×✕✖✗⨯]$/u;
const TOOLS = new WeakSet();

const innerBody = (frame) => { try { return frame.contentDocument?.body ?? null; } catch { return null; } };
const isEdited = (body) => body.isContentEditable || body.ownerDocument.designMode === "on";
// Whether an element is text that is written in the page itself, not in a plain box.
const isRich = (el) => {
  if (el.tagName === "TEXTAREA" || closest(el, CODE)) return false;
  if (el.tagName !== "IFRAME") return el.isContentEditable && !el.parentElement?.isContentEditable;
  const body = innerBody(el);
  return body !== null && isEdited(body);
};
const isReal = (link) => {
  const to = link.getAttribute("href");
  return !/^\s*(?:javascript:|#|$)/i.test(to);
};
// A part of a page that holds an editor alone: neither other fields, nor what sends, heads or leads on.
const holdsOnly = (part, edited, bars) => {
  const beside = (one) => !edited.contains(one) && !bars.some((bar) => bar.contains(one)) && visible(one);
  const any = (selector, test) => [...part.querySelectorAll(selector)].some((one) => beside(one) && (!test || test(one)));
  return !any("input,select,textarea,[contenteditable]:not([contenteditable=false])", isField)
    && !any("button,input", sends) && !any(NOT_OF_EDITORS) && !any("a[href]", isReal);
};
const isOfTools = (bar) => ![...bar.querySelectorAll("button,input")].some(sends) && ![...bar.querySelectorAll("a[href]")].some(isReal);
const outermost = (found) => found.filter((one) => !found.some((other) => other !== one && other.contains(one)));
const barsIn = (part, edited) => outermost([...part.querySelectorAll(BARS)].filter((one) => !one.contains(edited) && isOfTools(one)));
// Where no role says so: many buttons side by side beside the text, with nothing that leads on.
const unnamedBars = (part, edited) => [...part.children].filter((one) => !one.contains(edited)
  && !one.matches(NOT_OF_EDITORS) && one.querySelectorAll(BUTTONS).length >= FEWEST_TOOLS && isOfTools(one));
const controlled = (bar) => {
  const ids = clean(bar.getAttribute("aria-controls")).split(" ").filter(Boolean);
  const parts = ids.map((id) => bar.getRootNode().getElementById?.(id)).filter(Boolean);
  return parts.some((part) => [part, ...part.querySelectorAll(EDITED)].some((one) => one.matches(EDITED) && (one.tagName === "TEXTAREA" || isRich(one))));
};
const noteToolbarsOf = (edited) => {
  const rich = isRich(edited);
  for (let part = edited.parentElement, up = 0; part && up < HIGHEST_EDITOR && !part.matches(HELD_TOGETHER); part = part.parentElement, up += 1) {
    const named = barsIn(part, edited);
    const bars = named.length || !rich ? named : unnamedBars(part, edited);
    if (!holdsOnly(part, edited, bars)) return;
    if (!bars.length) continue;
    for (const bar of bars) TOOLS.add(bar);
    return;
  }
};
// A value: words with a cross of their own, in the box that more are typed into.
const isValue = (one) => !one.matches("label,input,select,textarea") && visible(one)
  && [...one.querySelectorAll("*")].some((leaf) => CROSS.test(clean(leaf.textContent)) && leaf !== one)
  && /[\p{L}\p{N}]/u.test(one.textContent) && !one.querySelector(`${TYPED},select,textarea`);
const noteValuesOf = (box) => {
  for (let part = box.parentElement, up = 0; part && up < HIGHEST_VALUE && !part.matches(HELD_TOGETHER); part = part.parentElement, up += 1) {
    if (!holdsOnly(part, box, [])) return;
    const values = [...part.children].filter((one) => !one.contains(box) && isValue(one));
    for (const one of values) TOOLS.add(one);
    if (values.length) return;
  }
};
const noteEditors = (root) => {
  for (const bar of root.querySelectorAll("[role=toolbar][aria-controls]")) if (controlled(bar)) TOOLS.add(bar);
  for (const one of root.querySelectorAll(EDITED)) {
    if ((one.tagName === "TEXTAREA" || isRich(one)) && !closest(one, CODE) && visible(one)) noteToolbarsOf(one);
  }
  for (const one of root.querySelectorAll(TYPED)) {
    if (one.tagName !== "INPUT" || TYPED_IN.test(one.type)) noteValuesOf(one);
  }
};

// The text box that an editor hides and stands for: what is written goes there.
const hiddenBehind = (el) => {
  if (!el.isContentEditable) return null;
  const frame = el.tagName === "BODY" ? el.ownerDocument.defaultView.frameElement : null;
  for (let at = (frame ?? el).parentElement, up = 0; at && up < HIGHEST_EDITOR; at = at.parentElement, up += 1) {
    const boxes = [...at.querySelectorAll("textarea")];
    const hidden = boxes.filter((one) => !visible(one) && !closest(one, CODE));
    if (hidden.length === 1 && boxes.length === 1) return hidden[0];
    if (boxes.length || at.matches(HELD_TOGETHER)) return null;
  }
  return null;
};
