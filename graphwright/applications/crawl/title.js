// Run in every document before its own scripts: notes the title that a page gives itself. A library
// may set the application's own again, sooner or later than that, so that chance decides which of
// them is seen: the page's own is told where the application's is shown and the place is the same.
(() => {
  const titles = Object.getOwnPropertyDescriptor(Document.prototype, "title");
  const place = () => location.pathname + (/^#!?\//.test(location.hash) ? location.hash : "");
  let served = null, own = null, at = null;
  window.__graphwright_title = () => {
    const shown = titles.get.call(document);
    return shown === served && at === place() ? own : shown;
  };
  Object.defineProperty(Document.prototype, "title", {
    ...titles,
    set(title) {
      if (this === document) served ??= titles.get.call(this);
      titles.set.call(this, title);
      const shown = titles.get.call(this);
      if (this === document && shown !== served) {
        own = shown;
        at = place();
      }
    },
  });
})();
