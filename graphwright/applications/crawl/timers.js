// Run in every document before its own scripts: notes the timers that run soon, which a reader waits
// for (rest.js). Soon is within so long of what set them off, the timers between counted by their own
// delays: so those that go round are waited for no longer than others.
(() => {
  const soonest = 600, longest = 0x7fffffff;  // a longer delay than that is none
  const set = window.setTimeout.bind(window), every = window.setInterval.bind(window);
  const stops = { clearTimeout: window.clearTimeout, clearInterval: window.clearInterval };
  const timers = { set, clear: stops.clearTimeout.bind(window), soon: new Set(), ran: 0 };
  let since = 0;
  // A message comes after all promises that a timer's function goes on with.
  const over = new MessageChannel();
  over.port1.onmessage = () => { since = 0; };
  const run = (due, call, values) => {
    since = due;
    try {
      Reflect.apply(call, window, values);
    } finally {
      over.port2.postMessage(null);
    }
  };
  window.setTimeout = (call, delay, ...given) => {
    if (typeof call !== "function") return set(call, delay, ...given);
    const wanted = Number(delay);
    const due = since + (wanted <= longest ? Math.max(4, wanted) : 4);
    const timer = set((...values) => {
      if (timers.soon.delete(timer)) timers.ran += 1;
      run(due, call, values);
    }, wanted, ...given);
    if (due <= soonest) timers.soon.add(timer);
    return timer;
  };
  window.setInterval = (call, delay, ...given) => every(
    typeof call === "function" ? (...values) => run(soonest, call, values) : call, delay, ...given);
  for (const [name, stop] of Object.entries(stops)) {
    window[name] = (timer) => {
      timers.soon.delete(Number(timer));
      stop.call(window, timer);
    };
  }
  window.__graphwright_timers = timers;
})();
