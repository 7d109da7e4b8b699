// What keeps a page from being read by everybody: labels, names, headings, contrast, focus.
() => {
  const problems = [];
  const named = (e) => (e.getAttribute('aria-label') || e.textContent || e.alt || '').trim();
  const luminance = (c) => {
    const [r, g, b] = c.match(/[\d.]+/g).slice(0, 3).map(Number).map((v) => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (!/rgba\(.*, 0\)|transparent/.test(c)) return c;
    }
    return 'rgb(255, 255, 255)';
  };
  if (!document.documentElement.lang) problems.push('no language');
  if (!document.title) problems.push('no title');
  if (document.querySelectorAll('h1').length !== 1 && location.pathname !== '/answer') problems.push('not one h1');
  for (const one of ['main', 'header', 'nav']) if (!document.querySelector(one)) problems.push('no ' + one);
  let last = 0;
  for (const h of document.querySelectorAll('h1, h2, h3, h4')) {
    const level = Number(h.tagName[1]);
    if (level > last + 1) problems.push('a heading skips a level: ' + h.textContent);
    last = level;
  }
  for (const f of document.querySelectorAll('input:not([type=hidden]), select, textarea'))
    if (!f.labels.length && !f.getAttribute('aria-label')) problems.push('no label: ' + f.name);
  for (const e of document.querySelectorAll('a, button, summary')) if (!named(e)) problems.push('no name: ' + e.outerHTML);
  for (const i of document.querySelectorAll('img')) if (!i.alt) problems.push('no alternative: ' + i.src);
  for (const t of document.querySelectorAll('table')) if (!t.caption) problems.push('a table without caption');
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.filter((i) => i === id).length > 1) problems.push('an id twice: ' + id);
  for (const e of document.querySelectorAll('[tabindex]')) if (e.tabIndex > 0) problems.push('its own order of focus');
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length || e.closest('#graph')) continue;
    const style = getComputedStyle(e);
    if (style.visibility === 'hidden') continue;
    const [a, b] = [luminance(style.color), luminance(ground(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) problems.push('contrast ' + ratio.toFixed(2) + ': ' + e.textContent.trim().slice(0, 40));
  }
  return problems;
}
