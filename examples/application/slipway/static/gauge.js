// The gauge of an item: an element with an open shadow root, and a button in it.
"use strict";

customElements.define("stock-gauge", class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    const text = document.createElement("p");
    text.textContent = `${this.dataset.stock} in stock`;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Reserve";
    button.addEventListener("click", () => document.getElementById("reserve").showModal());
    root.append(text, button);
  }
});
