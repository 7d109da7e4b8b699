// Says what the document did for so many milliseconds: it rests, it waits for a timer that is about
// to run, or it goes on moving; null while it is only being read.
(milliseconds) => document.readyState === "loading" ? null : new Promise((done) => {
  // A document of the browser's own has no timers that were noted.
  const { set, clear, soon } = window.__graphwright_timers
    || { set: setTimeout.bind(window), clear: clearTimeout.bind(window), soon: new Set() };
  let timer = 0;
  const again = () => {
    clear(timer);
    timer = set(() => end(soon.size ? "waits" : "rests"), milliseconds);
  };
  const seen = new MutationObserver(again);
  const cap = set(() => end("moves"), 8 * milliseconds);
  const end = (what) => {
    seen.disconnect();
    clear(cap);
    clear(timer);
    done(what);
  };
  again();
  seen.observe(document, { subtree: true, childList: true, attributes: true,
    attributeFilter: ["class", "hidden", "open", "disabled", "href", "role", "aria-expanded",
                      "aria-selected", "aria-hidden", "aria-busy"] });
})
