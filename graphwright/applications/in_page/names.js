// Accessible names as people say them, icons and counts left out.

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
