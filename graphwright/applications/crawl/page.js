// Run in every document before its own scripts: what would leave the page is noted or refused.
(() => {
  window.__graphwright_opened = [];
  window.open = (address) => {
    if (address) window.__graphwright_opened.push(new URL(address, document.baseURI).href);
    return null;
  };
  window.print = () => {};
  delete window.SharedWorker;
  const stay = (event) => {
    const from = event.composedPath().find((node) => node.tagName === "A" || node.tagName === "FORM");
    if (from && from.target && from.target !== "_self") from.target = "_self";
    const by = event.submitter;
    if (by && by.formTarget) by.formTarget = "_self";
  };
  // Fields stay empty, so the page's own check of them would hide what a form asks of the server.
  const unchecked = (event) => {
    const by = event.composedPath().find((node) => node.form instanceof HTMLFormElement);
    if (by) by.form.noValidate = true;
  };
  addEventListener("click", unchecked, true);
  addEventListener("click", stay, true);
  addEventListener("submit", stay, true);
  const calm = new CSSStyleSheet();
  calm.replaceSync(
    "*,*::before,*::after{transition-duration:1ms!important;transition-delay:0s!important;" +
    "animation-duration:1ms!important;animation-delay:0s!important;scroll-behavior:auto!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, calm];
})();
