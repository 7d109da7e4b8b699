// What hears a press: own listeners, handlers of libraries, selectors of delegates.

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
