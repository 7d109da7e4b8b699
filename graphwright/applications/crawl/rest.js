// Says what the document did for so many milliseconds: it rests, it waits for a timer that is about
// to run, it shows that something is under way, or it goes on moving; null while it is only being
// read. Animations without end are what shows that; those of names in "ignored" do not count.
([milliseconds, ignored]) => document.readyState === "loading" ? null : new Promise((done) => {
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
      const turning = underWay();
      end(timers.soon.size ? "waits" : turning.length ? "turns" : "rests", turning);
    }
  };
  const seen = new MutationObserver(again);
  const cap = timers.set(() => end("moves"), 8 * milliseconds);
  const underWay = () => document.getAnimations()
    .filter((one) => one.effect && one.effect.getTiming().iterations === Infinity)
    .map((one) => one.animationName || one.id || "unnamed")
    .filter((name) => !ignored.includes(name));
  const end = (what, turning = []) => {
    seen.disconnect();
    timers.clear(cap);
    timers.clear(timer);
    done({ what, turning });
  };
  again();
  seen.observe(document, { subtree: true, childList: true, attributes: true,
    attributeFilter: ["class", "hidden", "open", "disabled", "href", "role", "aria-expanded",
                      "aria-selected", "aria-hidden", "aria-busy"] });
})
