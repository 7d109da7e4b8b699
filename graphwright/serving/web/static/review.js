// One key decides: it presses the button that names it. The heading of the next pair gets the focus.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!document.getElementById("keys").checked || event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  const button = document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button === null) return;
  event.preventDefault();
  button.click();
});
document.addEventListener("htmx:afterSettle", () => {
  document.getElementById("trouble").textContent = "";
  document.getElementById("pair-title").focus();
});
for (const failed of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failed, () => {
    document.getElementById("trouble").textContent = "That was not saved. Load the page again.";
  });
}
