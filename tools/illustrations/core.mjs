// Small SVG vocabulary shared by every motif. Everything returns strings; nothing reads the clock.
export const W = 1600, H = 1067;

/** Seeded generator (mulberry32); the seed is a hash of the picture's name. */
export function rng(text) {
  let a = 2166136261;
  for (const ch of String(text)) a = Math.imul(a ^ ch.codePointAt(0), 16777619);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const hex = (c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
export function mix(a, b, t) {
  const x = hex(a), y = hex(b);
  return '#' + x.map((v, i) => Math.round(v + (y[i] - v) * t).toString(16).padStart(2, '0')).join('');
}

const f = (n) => Math.round(n * 10) / 10;
export const P = (d, fill, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`;
export const C = (x, y, r, fill, extra = '') => `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}" ${extra}/>`;
export const E = (x, y, rx, ry, fill, extra = '') => `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${fill}" ${extra}/>`;
export const R = (x, y, w, h, fill, rx = 0, extra = '') =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(Math.max(w, 0))}" height="${f(Math.max(h, 0))}" fill="${fill}" ${rx ? `rx="${rx}"` : ''} ${extra}/>`;
export const ln = (pts, stroke, w = 2, extra = '') =>
  `<polyline points="${pts.map((p) => p.map(f).join(',')).join(' ')}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
export const curve = (d, stroke, w = 2, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
export const pg = (pts, fill, extra = '') => `<polygon points="${pts.map((p) => p.map(f).join(',')).join(' ')}" fill="${fill}" ${extra}/>`;

/** Smooth path through points (Catmull-Rom). */
export function sm(pts, closed = true, tension = 1) {
  const n = pts.length;
  const at = (i) => (closed ? pts[(i + n) % n] : pts[Math.max(0, Math.min(n - 1, i))]);
  let d = `M${f(pts[0][0])} ${f(pts[0][1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = tension / 6;
    d += `C${f(p1[0] + (p2[0] - p0[0]) * k)} ${f(p1[1] + (p2[1] - p0[1]) * k)} ${f(p2[0] - (p3[0] - p1[0]) * k)} ${f(p2[1] - (p3[1] - p1[1]) * k)} ${f(p2[0])} ${f(p2[1])}`;
  }
  return closed ? d + 'Z' : d;
}

/** Group placed at x, y, scaled by s; flip mirrors, rot turns in degrees. */
export function G(x, y, s, body, { flip = false, rot = 0, extra = '' } = {}) {
  const b = Array.isArray(body) ? body.flat(9).join('') : body;
  return `<g transform="translate(${f(x)} ${f(y)})${rot ? ` rotate(${f(rot)})` : ''} scale(${(flip ? -s : s).toFixed(3)} ${s.toFixed(3)})" ${extra}>${b}</g>`;
}

let ids = 0;
export const resetIds = () => { ids = 0; };
/** Draw body only inside the path d. */
export function clip(d, body) {
  const id = `c${++ids}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${[body].flat(9).join('')}</g>`;
}

/** A burin's cut: a lens-shaped mark. */
export const lens = (x, y, w, h, fill, rot = 0) =>
  P(`M${f(-w / 2)} 0Q0 ${f(-h)} ${f(w / 2)} 0Q0 ${f(h)} ${f(-w / 2)} 0Z`, fill, `transform="translate(${f(x)} ${f(y)})${rot ? ` rotate(${f(rot)})` : ''}"`);

/** Tapered limb through points with a radius at each. */
export function limb(pts, rad, fill) {
  let out = '';
  for (let i = 0; i < pts.length; i++) {
    out += C(pts[i][0], pts[i][1], rad[i], fill);
    if (!i) continue;
    const [x1, y1] = pts[i - 1], [x2, y2] = pts[i], l = Math.hypot(x2 - x1, y2 - y1) || 1;
    const nx = -(y2 - y1) / l, ny = (x2 - x1) / l, a = rad[i - 1], b = rad[i];
    out += pg([[x1 + nx * a, y1 + ny * a], [x2 + nx * b, y2 + ny * b], [x2 - nx * b, y2 - ny * b], [x1 - nx * a, y1 - ny * a]], fill);
  }
  return out;
}

/** Parallel ruled lines over a box, to be clipped by the caller. */
export function hatch(x, y, w, h, gap, angle, stroke, width = 2) {
  const r = Math.hypot(w, h) / 2, cx = x + w / 2, cy = y + h / 2;
  let d = '';
  for (let t = -r; t <= r; t += gap) d += `M${f(-r)} ${f(t)}H${f(r)}`;
  return `<path d="${d}" stroke="${stroke}" stroke-width="${width}" fill="none" transform="translate(${f(cx)} ${f(cy)}) rotate(${angle})"/>`;
}

/** Outline of an arch standing on (x, y), w wide, h high. */
export function archD(x, y, w, h, type = 'round') {
  const l = x - w / 2, r = x + w / 2, t = y - h;
  if (type === 'round') return `M${l} ${y}V${t + w / 2}A${w / 2} ${w / 2} 0 0 1 ${r} ${t + w / 2}V${y}Z`;
  if (type === 'flat') return `M${l} ${y}V${t}H${r}V${y}Z`;
  if (type === 'horseshoe') {
    const q = w * 0.56, s = t + q;
    return `M${l + w * 0.06} ${y}V${f(s + w * 0.3)}C${f(l - w * 0.12)} ${f(s)} ${f(l + w * 0.02)} ${t} ${x} ${t}C${f(r - w * 0.02)} ${t} ${f(r + w * 0.12)} ${f(s)} ${f(r - w * 0.06)} ${f(s + w * 0.3)}V${y}Z`;
  }
  const k = w * 0.72; // pointed
  return `M${l} ${y}V${f(t + k)}C${l} ${f(t + k * 0.42)} ${f(x - w * 0.2)} ${f(t + k * 0.18)} ${x} ${t}C${f(x + w * 0.2)} ${f(t + k * 0.18)} ${r} ${f(t + k * 0.42)} ${r} ${f(t + k)}V${y}Z`;
}

/** Outline of a dome standing on (x, y). */
export function domeD(x, y, w, h, type = 'round') {
  const l = x - w / 2, r = x + w / 2, t = y - h;
  if (type === 'onion')
    return `M${f(l + w * 0.08)} ${y}C${f(l - w * 0.1)} ${f(y - h * 0.25)} ${f(l - w * 0.02)} ${f(y - h * 0.6)} ${f(x - w * 0.14)} ${f(t + h * 0.16)}Q${f(x - w * 0.03)} ${f(t + h * 0.06)} ${x} ${t}Q${f(x + w * 0.03)} ${f(t + h * 0.06)} ${f(x + w * 0.14)} ${f(t + h * 0.16)}C${f(r + w * 0.02)} ${f(y - h * 0.6)} ${f(r + w * 0.1)} ${f(y - h * 0.25)} ${f(r - w * 0.08)} ${y}Z`;
  if (type === 'pointed') return `M${l} ${y}C${l} ${f(y - h * 0.6)} ${f(x - w * 0.2)} ${f(t + h * 0.12)} ${x} ${t}C${f(x + w * 0.2)} ${f(t + h * 0.12)} ${r} ${f(y - h * 0.6)} ${r} ${y}Z`;
  return `M${l} ${y}C${l} ${f(y - h * 0.62)} ${f(x - w * 0.3)} ${t} ${x} ${t}C${f(x + w * 0.3)} ${t} ${r} ${f(y - h * 0.62)} ${r} ${y}Z`;
}
