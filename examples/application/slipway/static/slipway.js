// What pages of Slipway do by themselves. Every element is found by an attribute and given a
// listener: no markup holds code.
"use strict";

function each(name, act) {
  for (const element of document.querySelectorAll(`[data-${name}]`)) act(element, element.getAttribute(`data-${name}`));
}

function onClick(name, act) {
  each(name, (element, value) => element.addEventListener("click", (event) => act(value, element, event)));
}

function show(key) {
  const layer = document.getElementById(key);
  if (layer.showModal) layer.showModal();
  else layer.hidden = !layer.hidden;
  const opener = document.querySelector(`[aria-haspopup][data-open="${key}"]`);
  if (opener) opener.setAttribute("aria-expanded", String(!layer.hidden));
}

function send(address, body) {
  const token = document.querySelector("meta[name=token]").content;
  const headers = { "X-Slipway-Token": token, "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body || {}) });
}

onClick("open", (key) => show(key));
onClick("close", (_, element) => {
  const dialog = element.closest("dialog");
  if (dialog) dialog.close();
  else element.closest("[role=dialog]").hidden = true;
});
onClick("goto", (address) => location.assign(address));
each("double", (element, address) => element.addEventListener("dblclick", () => location.assign(address)));
each("double-open", (element, key) => element.addEventListener("dblclick", () => show(key)));
onClick("alert", (text) => alert(text));
onClick("popup", (address) => window.open(address, "slip", "width=400,height=500"));
onClick("frame", (address) => { document.getElementById("report").src = address; });
onClick("confirm", (text, element, event) => { if (!confirm(text)) event.preventDefault(); });
onClick("send", (address, element) => {
  const question = element.getAttribute("data-ask");
  if (question && !confirm(question)) return;
  send(address).then(() => location.reload(), () => {});
});
onClick("show", (key) => {
  each("show", (_, other) => { document.getElementById(other).hidden = other !== key; });
});
onClick("step", (step) => {
  document.querySelectorAll("[data-wizard]").forEach((section, at) => { section.hidden = at !== Number(step); });
});

for (const tab of document.querySelectorAll("button[role=tab]")) {
  tab.addEventListener("click", () => {
    for (const other of tab.parentElement.querySelectorAll("[role=tab]")) {
      other.setAttribute("aria-selected", String(other === tab));
      document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
  });
}

setInterval(() => each("clock", (element) => {
  element.textContent = new Date().toISOString().slice(11, 19);
}), 1000);
