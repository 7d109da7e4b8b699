// Says what the document did for so many milliseconds: it rests, it waits for a timer that is about
// to run, or it goes on moving; null while it is only being read.
(milliseconds) => document.readyState === "loading" ? null : new Promise((done) => {
  // A document of the browser's own has no timers that were noted.
  const timers = window.__graphwright_timers || {
    set: setTimeout.bind(window), clear: clearTimeout.bind(window), soon: new Set(), ran: 0,
  };
  let timer = 0, ran = timers.ran;
  const again = () => {
    timers.clear(timer);
    timer = timers.set(quiet, milliseconds);
  };
  const quiet = () => {
    if (timers.ran !== ran) {  // what one of them set off is only on its way
      ran = timers.ran;
      again();
    } else {
      end(timers.soon.size ? "waits" : "rests");
    }
  };
  const seen = new MutationObserver(again);
  const cap = timers.set(() => end("moves"), 8 * milliseconds);
  const end = (what) => {
    seen.disconnect();
    timers.clear(cap);
    timers.clear(timer);
    done(what);
  };
  again();
  seen.observe(document, { subtree: true, childList: true, attributes: true,
    attributeFilter: ["class", "hidden", "open", "disabled", "href", "role", "aria-expanded",
                      "aria-selected", "aria-hidden", "aria-busy"] });
})
