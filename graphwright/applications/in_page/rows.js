// Rows of lists: which element stands in which row and column.

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
    const isHeader = (row) => [...row.cells].every((cell) => cell.tagName === "TH" || !clean(cell.textContent))
      && [...row.cells].some((cell) => cell.tagName === "TH");
    const first = rows.findIndex(isHeader);
    let last = first;
    while (first >= 0 && rows[last] && isHeader(rows[last])) last += 1;
    const lines = rows.slice(Math.max(first, 0), last).map((row) => [...row.cells].flatMap((cell) => Array(cell.colSpan || 1).fill(textOf(cell))));
    const body = rows.filter((row) => !/^T(?:HEAD|FOOT)$/.test(row.parentElement.tagName) && [...row.cells].some((cell) => cell.tagName === "TD"));
    if (first >= 0) info = { lines, rows: body.length };
  } else if (/^(?:table|grid|treegrid)$/.test(role)) {
    const cells = [...table.querySelectorAll("[role=columnheader]")];
    info = { lines: [cells.map((cell) => textOf(cell))], rows: table.querySelectorAll("[role=row]").length };
  }
  TABLES.set(table, info);
  return info;
};
const KEYS = new WeakMap(), LIST_NAMES = new WeakMap();
const known = (map, el, make) => {
  if (!map.has(el)) map.set(el, make(el));
  return map.get(el);
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
const headerOf = (row, table, index) => {
  // A row that spans several lines has its header in as many.
  const line = table.lines.length > 1 && row.parentElement.children.length === table.lines.length
    ? Array.prototype.indexOf.call(row.parentElement.children, row) : 0;
  return table.lines[line]?.[index] ?? "";
};
const columnOf = (row, el, table) => {
  let cells = row;
  while (cells.children.length === 1 && cells.children[0] !== el && cells.children[0].contains(el)) cells = cells.children[0];
  let cell = el;
  while (cell && parentOf(cell) !== cells) cell = parentOf(cell);
  if (!cell) return { index: -1, header: "" };
  let index = 0;
  for (let one = cell.previousElementSibling; one; one = one.previousElementSibling) index += one.colSpan || 1;
  return { index, header: table ? headerOf(row, table, index) : "" };
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
  for (let at = el, up = parentOf(el); up && rows.length < 6; at = up, up = parentOf(up)) {
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
    } else if ((alike(up).get(signature(at)) ?? 0) >= 2 && !/^(?:TD|TH|TBODY|OPTION|BR|LABEL|FIELDSET)$/.test(at.tagName)) {
      list = { holder: up, table: null, kind: "repeat", rows: alike(up).get(signature(at)) };
    }
    if (!list) continue;
    const column = columnOf(at, el, list.table);
    rows.push({
      list: listId(list.holder), kind: list.kind, rows: list.rows, key: known(KEYS, at, keyOfRow),
      row: rowId(at), pieces: at === el ? pieces(at) : 0, column: column.index, header: column.header,
      name: known(LIST_NAMES, list.holder, nameOfList), itself: at === el,
    });
  }
  return rows;
};
