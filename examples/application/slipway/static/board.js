// The repair board: views are drawn by script from JSON, and the address stays /board.
"use strict";

const board = document.getElementById("board");

function element(tag, text, act) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (tag === "button") made.type = "button";
  if (act) made.addEventListener("click", act);
  return made;
}

function field(label, tag, options) {
  const shown = element("label", label + " ");
  const input = document.createElement(tag);
  for (const option of options || []) input.append(element("option", option));
  shown.append(input);
  return shown;
}

function views() {
  const nav = document.createElement("nav");
  nav.setAttribute("aria-label", "Views");
  nav.append(element("button", "Lanes", lanes), element("button", "Benches", benches),
    element("button", "Board settings", settings));
  return nav;
}

function draw(title, ...parts) {
  board.replaceChildren(views(), element("h1", title), ...parts);
}

async function cards() {
  return (await fetch("/board/api/cards")).json();
}

async function lanes() {
  const list = document.createElement("ul");
  for (const card of await cards()) {
    const row = document.createElement("li");
    row.append(element("button", card.title, () => open(card.id)));
    list.append(row);
  }
  draw("Repair board", list);
}

async function benches() {
  const list = document.createElement("ul");
  for (const card of await cards()) list.append(element("li", `Bench ${card.bench}: ${card.title}`));
  draw("Benches", field("Bench", "select", ["1", "2", "3", "4"]), list);
}

function settings() {
  draw("Board settings", field("Lanes to show", "input"), field("Refresh every", "select", ["minute", "hour"]),
    element("button", "Save board", () => send("/board/api/settings").catch(() => {})));
}

async function open(id) {
  const card = await (await send("/board/api/query", { id })).json();
  draw("Repair", element("p", card.title), field("Finding", "textarea"),
    element("button", "Move to done", () => send("/board/api/move", { id }).catch(() => {})),
    element("button", "Back to the board", lanes));
}

lanes();
