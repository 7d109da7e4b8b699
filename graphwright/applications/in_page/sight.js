// Words and sight: what both need who read a page. Fragment of the reader, see page_reader.py.

const CLICKS = ["click", "dblclick"];
const PRESSES = ["mousedown", "pointerdown", "mouseup", "pointerup"];
const ROLES = new Set([
  "button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem", "option",
]);
const FIELD_ROLES = new Set([
  "checkbox", "radio", "switch", "textbox", "searchbox", "spinbutton", "slider", "combobox", "listbox",
]);
const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META"]);
const BLOCKS = "p,label,legend,th,caption,dt,summary,small,figcaption,.help,.hint,.description,"
  + ".title,.card-title,.panel-title,.label";
const SHELL_WORDS =
  /(?:^|[-_\s])(?:nav|navbar|navigation|sidebar|side-?nav|topbar|toolbar-main|menubar|masthead|header|footer|quickbar|shell|app-?bar)(?:$|[-_\s])/i;
const HIDDEN_MENU = "[role=menu],.dropdown-menu,.submenu,.sub-menu";

const elements = [], fields = [], headings = [], dialogs = [], menus = [], tabs = [], texts = [];
const scripts = new Set();
const busy = new Set();

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
