// Landmarks and layers that hold an element, and the menus above it.

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
  if (TOOLS.has(el)) return "editor";
  if (role === "dialog" || role === "alertdialog" || tag === "DIALOG" || el.getAttribute("aria-modal") === "true") return holdsMenu(el) ? null : "dialog";
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
// What only a press opens is a menu of its own, and a state of its own.
const opensByPress = (control) => control.matches("button,[role=button],summary")
  && control.matches("[aria-haspopup],[aria-expanded],[aria-controls],[onclick]");
const inHiddenMenu = (el) => {
  if (!el.matches("a[href],[role=menuitem]")) return null;
  const controls = menuControls(el);
  if (!controls.length) return null;
  const top = controls[controls.length - 1];
  if (!visible(top) || opensByPress(top)) return null;
  const inMenu = closest(el, "nav,header,[role=navigation],[role=banner],[role=menubar],[role=menu],.dropdown-menu,.menu,.sf-menu")
    || regionOf(el) === "shell" || top.matches("[aria-haspopup],[data-toggle=dropdown],[data-bs-toggle=dropdown]");
  if (!inMenu || closest(el, "[role=tabpanel],dialog,[role=dialog]")) return null;
  for (let at = el; at && !at.contains(top); at = parentOf(at)) {
    if (at.hidden && at.matches("[role=tabpanel],form")) return null;
  }
  return controls;
};
const menuPath = (controls) => controls.map((one) => nameOf(one)).reverse();
