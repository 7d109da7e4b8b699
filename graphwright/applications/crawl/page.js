// Run in every document before its own scripts: what would leave the page is noted or refused.
(() => {
  window.__graphwright_opened = [];
  window.open = (address) => {
    if (address) window.__graphwright_opened.push(new URL(address, document.baseURI).href);
    return null;
  };
  window.print = () => {};
  // Timers that run soon, which a reader waits for: after what set them off, and the timers between,
  // by their own delays. So those that go round are waited for no longer than others.
  const soonest = 600;
  const set = window.setTimeout.bind(window), clear = window.clearTimeout.bind(window);
  const timers = { set, clear, soon: new Set(), ran: 0 };
  let since = 0;
  window.setTimeout = (call, delay, ...given) => {
    if (typeof call !== "function") return set(call, delay, ...given);
    const due = since + Math.max(4, Number(delay) || 0);
    const timer = set((...values) => {
      if (timers.soon.delete(timer)) timers.ran += 1;
      since = due;
      try {
        call.apply(window, values);
      } finally {
        since = 0;
      }
    }, delay, ...given);
    if (due <= soonest) timers.soon.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    timers.soon.delete(timer);
    clear(timer);
  };
  window.__graphwright_timers = timers;
  // The last title that a page gave itself. A library may set the application's own again, sooner or
  // later than the page does, so that chance decides which of them is seen; on another path it counts.
  const titles = Object.getOwnPropertyDescriptor(Document.prototype, "title");
  const given = window.__graphwright_title = { served: null, title: null, path: null };
  Object.defineProperty(Document.prototype, "title", {
    ...titles,
    set(title) {
      if (this === document) {
        given.served ??= titles.get.call(this);
        if (String(title) !== given.served) {
          given.title = String(title);
          given.path = location.pathname;
        } else if (given.path !== location.pathname) {
          given.title = null;
        }
      }
      titles.set.call(this, title);
    },
  });
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
