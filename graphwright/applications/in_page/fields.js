// Fields of forms; what is typed into them is never read.

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
  const box = hiddenBehind(el);
  if (box) return box;
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
  for (const one of [el, el.closest("label")]) {
    const next = one?.nextElementSibling;
    if (next?.matches("small,.help,.help-text,.hint,.form-text,.description")) return textOf(next);
  }
  const near = el.parentElement?.querySelector(":scope > small,:scope > .help,:scope > .help-text,:scope > .hint,:scope > .form-text");
  return near ? textOf(near) : null;
};
const FIELD_SEEN = new Set();
const addField = (el, context) => {
  const type = el.tagName === "SELECT" ? (el.multiple ? "multiselect" : "select")
    : el.tagName === "TEXTAREA" ? "textarea" : el.tagName === "INPUT" ? el.type : roleOf(el) || "textbox";
  if (!visible(el) && !(el.labels?.length && [...el.labels].some(visible))) return;
  if (regionOf(el) === "editor") return;
  const real = behind(el);
  if (FIELD_SEEN.has(real)) return;
  FIELD_SEEN.add(real);
  const label = labelOf(real) || (real === el ? "" : clean(el.getAttribute("aria-label")));
  const radio = type === "radio" && el.tagName === "INPUT";
  const group = radio ? el.closest("fieldset,[role=radiogroup]") : null;
  const written = real.tagName === "TEXTAREA" ? real : el;
  fields.push({
    form: formOf(written), label: label || clean(real.name || real.id), source: label ? "label" : "identifier",
    type: real.tagName === "SELECT" && type === "combobox" ? "select" : written === el ? type : "textarea", group: radio ? el.name : null,
    groupLabel: group ? clean(group.querySelector("legend")?.textContent) || clean(group.getAttribute("aria-label")) : null,
    options: real.tagName === "SELECT" ? [...real.options].slice(0, limits.options).map((one) => clean(one.textContent)) : [],
    required: !!real.required || el.getAttribute("aria-required") === "true", help: helpOf(el), region: regionOf(written), layer: layerOf(el),
    rows: rowsOf(el), box: boxOf(el, context.offset), selector: selectorOf(el, context.prefix), frame: context.frame,
  });
};
