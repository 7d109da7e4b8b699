// Says what the document did for so many milliseconds: it rests, it waits for a timer that is about
// to run (timers.js), something turns on it, or it goes on moving; null while it is only being read.
// What turns are animations without end, as a page shows them while it works; not those of names in
// "ignored". Frames have timers and animations of their own, which are not looked at.
([milliseconds, ignored]) => document.readyState === "loading" ? null : new Promise((done) => {
  // A document of the browser's own has no timers that were noted.
  const timers = window.__graphwright_timers || {
    set: setTimeout.bind(window), clear: clearTimeout.bind(window), soon: new Set(), ran: 0,
  };
  let timer = 0, ran = timers.ran, moved = false;
  const again = () => {
    timers.clear(timer);
    timer = timers.set(quiet, milliseconds);
  };
  const quiet = () => {
    if (timers.ran !== ran) {  // what one of them set off is only on its way
      ran = timers.ran;
      again();
    } else {
      const turning = whatTurns();
      end(timers.soon.size ? "waits" : turning.length ? "turns" : "rests", turning);
    }
  };
  const seen = new MutationObserver(() => {
    moved = true;
    again();
  });
  const cap = timers.set(() => end(moved ? "moves" : "waits"), 8 * milliseconds);
  const whatTurns = () => document.getAnimations()
    .filter((one) => one.playState === "running" && one.effect?.getTiming().iterations === Infinity)
    .map((one) => String(one.animationName || one.id || "unnamed"))
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
