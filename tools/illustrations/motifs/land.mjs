// Skies and the ground: dunes, mountains, cliffs, canyons, palms.
import { W, H, P, C, E, R, G, ln, curve, pg, sm, clip, lens, mix } from '../core.mjs';

/** sky: stepped bands, rings about the sun, or rays. sun: [x, y, r] */
export function sky(k, { style = 'bands', horizon = 640, sun, moon, clouds = 0, stars = 0, cols = k.bands } = {}) {
  let o = R(0, 0, W, H, cols[cols.length - 1]);
  const n = cols.length;
  if (style === 'rings' && sun) {
    o = R(0, 0, W, H, cols[0]);
    for (let i = 1; i < n; i++) o += C(sun[0], sun[1], 1150 * ((n - i) / n) ** 1.15 + sun[2] * 0.7, cols[i]);
  } else if (style === 'rays' && sun) {
    o = R(0, 0, W, H, cols[2]);
    const m = 22;
    for (let i = 0; i < m; i += 1) {
      const a = (i / m) * Math.PI * 2 + 0.1, b = a + Math.PI / m;
      o += pg([[sun[0], sun[1]], [sun[0] + 1900 * Math.cos(a), sun[1] + 1900 * Math.sin(a)], [sun[0] + 1900 * Math.cos(b), sun[1] + 1900 * Math.sin(b)]], cols[1]);
    }
    o += C(sun[0], sun[1], sun[2] * 2.3, cols[3]) + C(sun[0], sun[1], sun[2] * 1.6, cols[4]);
  } else {
    const parts = [];
    for (let i = n - 2; i >= 0; i--) {
      const y = horizon * ((i + 1) / n) ** 0.92, pts = [], a = k.between(6, 15), q = k.between(0, 6);
      for (let x = W + 20; x >= -20; x -= 203) pts.push([x, y + a * Math.sin(x / 260 + q)]);
      parts.push(P(`M-20 -20H${W + 20}L` + sm(pts, false).slice(1) + 'Z', cols[i]));
    }
    o = R(0, 0, W, H, cols[n - 1]) + parts.join('');
  }
  if (stars) o += starfield(k, { n: stars, y2: horizon - 60 });
  if (sun) o += C(sun[0], sun[1], sun[2], k.sun);
  if (moon) o += C(moon[0], moon[1], moon[2], '#F7EFD2') + C(moon[0] + moon[2] * 0.42, moon[1] - moon[2] * 0.12, moon[2] * 0.86, cols[moon[3] ?? 1]);
  for (let i = 0; i < clouds; i++) o += cloud(k, { x: k.between(60, W - 60), y: k.between(70, horizon * 0.55), s: k.between(0.6, 1.2) });
  return o;
}

export function starfield(k, { n = 90, y1 = 0, y2 = 560, x1 = 0, x2 = W, c = '#F7F8F5' } = {}) {
  let o = '';
  for (let i = 0; i < n; i++) {
    const x = k.between(x1, x2), y = k.between(y1, y2), r = k.rnd();
    o += r > 0.9 ? spark(x, y, 9 + r * 5, r > 0.96 ? k.glow : c) : C(x, y, 1.4 + r * 2.1, c);
  }
  return o;
}
export const spark = (x, y, r, c) => P(`M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`, c);

/** The Milky Way, as a slanting drift of marks. */
export function milkyway(k, { x = 250, y = 560, angle = -38, len = 1700 } = {}) {
  let o = E(0, 0, len / 2, 120, k.bands[3], 'opacity=".55"') + E(60, 8, len / 2.4, 62, k.bands[4], 'opacity=".6"');
  for (let i = 0; i < 210; i++) {
    const t = k.between(-1, 1), v = (k.rnd() + k.rnd() + k.rnd() - 1.5) * 120 * (1 - t * t * 0.6);
    o += C(t * len / 2, v, 1.2 + k.rnd() * 2, k.rnd() > 0.85 ? k.glow : '#F7F8F5');
  }
  return G(x + 500, y - 300, 1, o, { rot: angle });
}

export function cloud(k, { x, y, s = 1, c = mix(k.bands[2], '#F7F8F5', 0.45) }) {
  return G(x, y, s, R(-150, 0, 300, 22, c, 11) + R(-95, -20, 170, 22, c, 11) + R(-30, 20, 240, 16, c, 8) + R(-190, 22, 120, 12, c, 6));
}
export const birds = (k, { x, y, n = 5, s = 1, c = k.m('ink', 0.25) }) => {
  let o = '';
  for (let i = 0; i < n; i++) {
    const bx = x + i * 44 * s + k.between(-16, 16), by = y + k.between(-30, 30) * s, w = k.between(13, 21) * s;
    o += curve(`M${bx - w} ${by - w * 0.35}Q${bx - w * 0.4} ${by - w * 0.6} ${bx} ${by}Q${bx + w * 0.4} ${by - w * 0.6} ${bx + w} ${by - w * 0.35}`, c, 3.2 * s);
  }
  return o;
};

/** One plane of dunes. peaks [[x, y], ...] are crests; the sun stands on `lit` side. */
export function dunes(k, { y = 700, peaks, n = 3, amp = 120, depth = 0, mat = 'sand', lit = 'l', ripples = true, sh = 0, bottom = H + 20 } = {}) {
  if (!peaks) {
    peaks = [];
    for (let i = 0; i < n; i++) peaks.push([((i + 0.5 + k.between(-0.28, 0.28)) / n) * W, y - amp * k.between(0.55, 1)]);
  }
  const c = k.m(mat, depth, sh), dark = k.m(mat === 'sand' ? 'redsand' : mat, depth * 0.9, -0.2 + sh), line = mix(c, dark, 0.6), light = k.m(mat, depth, 0.28 + sh);
  const vx = [-60]; // valleys between the peaks
  for (let i = 0; i < peaks.length - 1; i++) vx.push((peaks[i][0] + peaks[i + 1][0]) / 2 + k.between(-40, 40));
  vx.push(W + 60);
  const vy = vx.map(() => y + k.between(-8, 22));
  let d = `M-60 ${bottom}V${vy[0]}`, shades = '', marks = '', crest = '';
  peaks.forEach(([px, py], i) => {
    const ax = vx[i], ay = vy[i], bx = vx[i + 1], by = vy[i + 1];
    const up = `C${ax + (px - ax) * 0.45} ${ay - 4} ${px - (px - ax) * 0.3} ${py + (ay - py) * 0.16} ${px} ${py}`;
    const down = `C${px + (bx - px) * 0.3} ${py + (by - py) * 0.42} ${px + (bx - px) * 0.55} ${by - 2} ${bx} ${by}`;
    d += (i ? '' : '') + up + down;
    const fall = Math.max(90, (by - py) * 0.9), left = lit === 'l';
    const foot = left ? px - (px - ax) * 0.22 : px + (bx - px) * 0.22, base = Math.max(ay, by) + fall;
    // the slip face: from the crest, in an S, to the plain
    const s = `C${px + (left ? 26 : -26)} ${py + (base - py) * 0.34} ${foot + (left ? -70 : 70)} ${py + (base - py) * 0.52} ${foot + (left ? 60 : -60)} ${base}`;
    shades += left ? P(`M${px} ${py}${down}L${bx + 10} ${by}C${bx - 20} ${by + 30} ${px + (bx - px) * 0.5} ${base - 20} ${foot + 60} ${base}C${foot - 70} ${py + (base - py) * 0.52} ${px + 26} ${py + (base - py) * 0.34} ${px} ${py}Z`, dark)
      : P(`M${px} ${py}${s}C${px - (px - ax) * 0.5} ${base - 20} ${ax + 20} ${ay + 30} ${ax - 10} ${ay}L${ax} ${ay}${up}Z`, dark);
    crest += left ? curve(`M${ax} ${ay}${up}`, light, 4) : curve(`M${px} ${py}${down}`, light, 4);
  });
  if (ripples) for (let i = 0; i < 26; i++) {
    const t = k.rnd() ** 0.8, yy = y + 40 + t * (Math.min(bottom, H) - y), w = 60 + t * 190;
    const xx = k.between(0, W);
    marks += curve(`M${xx - w / 2} ${yy}q${w * 0.25} ${-9 - t * 9} ${w * 0.5} 0t${w * 0.5} 0`, line, 1.6 + t * 2.2, 'opacity=".75"');
  }
  d += `V${bottom}Z`;
  return P(d, c) + clip(d, [shades, marks]) + crest;
}

/** A jagged range; facets shade the far sides. */
export function mountains(k, { y = 640, amp = 220, peaks = 6, depth = 0.5, mat = 'slate', snow = false, jag = 0.5, lit = 'l', bottom = H, strata = false, x1 = -40, x2 = W + 40, list } = {}) {
  const ps = list ?? [];
  if (!list) for (let i = 0; i < peaks; i++) ps.push([x1 + ((i + 0.5 + k.between(-0.25, 0.25)) / peaks) * (x2 - x1), y - amp * k.between(0.5, 1)]);
  const c = k.m(mat, depth), dark = k.m(mat, depth, -0.26), light = k.m(mat, depth, 0.2);
  const sub = (a, b, j) => { const out = []; for (let i = 1; i < 4; i++) out.push([a[0] + (b[0] - a[0]) * i / 4 + k.between(-9, 9), a[1] + (b[1] - a[1]) * i / 4 + k.between(-1, 1) * j * Math.abs(b[1] - a[1]) * 0.16]); return out; };
  const line = [[x1, y + k.between(-20, 20)]];
  let shades = '', snows = '', rules = '';
  ps.forEach((p, i) => {
    const prev = line[line.length - 1], nx = i < ps.length - 1 ? ps[i + 1] : [x2, y], v = [(p[0] + nx[0]) / 2 + k.between(-20, 20), Math.min(y, Math.max(p[1], nx[1]) + amp * k.between(0.18, 0.4))];
    if (i === ps.length - 1) v[0] = x2, v[1] = y;
    line.push(...sub(prev, p, jag), p); const dn = sub(p, v, jag); line.push(...dn, v);
    const hgt = bottom < H ? bottom - p[1] : (y - p[1]) + 160, side = lit === 'l' ? 1 : -1;
    const spine = [[p[0] - side * 4, p[1] + hgt * 0.2], [p[0] + side * 22, p[1] + hgt * 0.38], [p[0] - side * 16, p[1] + hgt * 0.6], [p[0] + side * 30, p[1] + hgt * 0.86]];
    const w = lit === 'l' ? v : prev, low = Math.max(w[1], p[1] + hgt * 0.4);
    const edge = [...(lit === 'l' ? dn : sub(p, prev, 0.1)), w, [p[0] + (w[0] - p[0]) * 0.62, low + hgt * 0.22]];
    shades += pg([p, ...edge, ...spine.reverse()], dark);
    if (snow) { const q = hgt * 0.3, w = q * 0.62; snows += pg([p, [p[0] + w, p[1] + q], [p[0] + w * 0.55, p[1] + q * 0.78], [p[0] + w * 0.25, p[1] + q * 1.12], [p[0] - w * 0.1, p[1] + q * 0.75], [p[0] - w * 0.45, p[1] + q * 1.05], [p[0] - w * 0.62, p[1] + q * 0.74], [p[0] - w, p[1] + q]], k.m('paper', depth * 0.3)); }
    if (strata) for (let j = 1; j < 7; j++) { const yy = p[1] + hgt * j / 7.5, w = hgt * 0.16 * j; rules += curve(`M${p[0] - w} ${yy + 10}q${w * 0.5} ${-14} ${w} 2t${w * 0.9} 6`, light, 2.4, 'opacity=".55"'); }
  });
  const d = `M${x1} ${bottom}L${line.map((p) => p.map((q) => q.toFixed(1)).join(' ')).join('L')}L${x2} ${bottom}Z`;
  return P(d, c) + clip(d, [shades, rules, snows]);
}

/** Sandstone massif: rounded towers with burin cuts. blocks [[x, w, top], ...] */
export function massif(k, { y = 700, blocks, depth = 0.2, mat = 'rock', cuts = 9, lit = 'l' }) {
  const c = k.m(mat, depth), dark = k.m(mat, depth, -0.3), mid = k.m(mat, depth, -0.2), light = k.m(mat, depth, 0.3);
  return blocks.map(([x, w, top]) => {
    const h = y - top, l = x - w / 2, r = x + w / 2, j = () => k.between(-0.05, 0.05) * w;
    const pts = [[l - w * 0.08, y], [l + j(), y - h * 0.45], [l + w * 0.06, y - h * 0.8], [l + w * 0.2, top + h * 0.07], [x - w * 0.12 + j(), top], [x + w * 0.12, top + h * 0.04], [x + w * 0.24, top + h * 0.02], [r - w * 0.08, y - h * 0.84], [r + j(), y - h * 0.5], [r + w * 0.07, y]];
    const d = sm(pts, false, 0.8) + 'Z';
    const side = lit === 'l' ? [[x + w * 0.16, top - 10], [x + w * 0.08, y - h * 0.7], [x + w * 0.2, y - h * 0.4], [x + w * 0.1, y], [r + w, y], [r + w, top - 10]] : [[x - w * 0.1, top - 10], [x - w * 0.04, y - h * 0.7], [x - w * 0.16, y - h * 0.4], [x - w * 0.08, y], [l - w, y], [l - w, top - 10]];
    let marks = '';
    for (let i = 0; i < cuts; i++) { const cx = k.between(l, r), cy = k.between(top + h * 0.12, y - h * 0.1), ch = k.between(0.12, 0.34) * h; marks += lens(cx, cy, ch, Math.min(9, w * 0.02 + 2), i % 3 ? mid : light, 90 + k.between(-5, 5)); }
    return P(d, c) + clip(d, [P(sm(side, true, 0.7), dark), marks, P(`M${l - 20} ${y - h * 0.16}q${w * 0.3} -12 ${w * 0.6} 4t${w * 0.7} -4V${y}H${l - 20}Z`, mid, 'opacity=".6"')]);
  }).join('');
}

/** Two canyon walls framing the view; gap is the width of light between them at the foot. */
export function canyon(k, { cx = 800, gap = 420, top = 620, mat = 'rock', depth = 0, y = H + 10, layers = 3, step = 150 } = {}) {
  let o = '';
  for (let i = layers - 1; i >= 0; i--) {
    for (const side of [-1, 1]) {
      const g = gap / 2 + (layers - 1 - i) * step - (layers - 1) * step * 0.0, t = top / 2 + (layers - 1 - i) * step * 1.15, edge = [];
      for (let j = 0; j <= 9; j++) { const u = j / 9; edge.push([cx + side * (g + (t - g) * u ** 1.4 + Math.sin(j * 1.7 + i * 2 + side) * 34), y - u * (y + 30)]); }
      const d = sm(edge, false) + `L${side < 0 ? -30 : W + 30} -30V${y}Z`, dp = depth + i * 0.17, dk = (layers - 1 - i) * -0.13;
      let marks = '';
      for (let q = 0; q < 15; q++) { const yy = k.between(0, y), xx = cx + side * k.between(g, g + 420); marks += curve(`M${xx} ${yy}q${side * 70} ${k.between(-26, 26)} ${side * k.between(120, 330)} ${k.between(-18, 30)}`, k.m(mat, dp, q % 2 ? dk - 0.16 : Math.max(0, dk + 0.24)), 3 + (q % 3) * 2, 'opacity=".8"'); }
      o += P(d, k.m(mat, dp, side < 0 ? dk : dk - 0.14)) + clip(d, [P(sm(edge.map(([a, b]) => [a + side * 46, b]), false) + `L${side < 0 ? -30 : W + 30} -30V${y}Z`, k.m(mat, dp, (side < 0 ? dk : dk - 0.14) - 0.1)), marks]);
    }
  }
  return o;
}

export function palm(k, { x, y, h = 260, lean = 0.1, depth = 0, c, dates = false, mat = 'foliage', dir = 1 } = {}) {
  const tx = x + h * lean, ty = y - h, leaf = c ?? k.m(mat, depth), leaf2 = c ?? k.m(mat, depth, -0.3), trunk = c ?? k.m('wood', depth), r = h * 0.42;
  let o = P(`M${x - h * 0.035} ${y}Q${x + h * lean * 0.2} ${y - h * 0.5} ${tx - h * 0.014} ${ty}H${tx + h * 0.014}Q${x + h * lean * 0.2 + h * 0.05} ${y - h * 0.5} ${x + h * 0.035} ${y}Z`, trunk);
  if (!c && h > 150) for (let i = 1; i < 9; i++) { const t = i / 9, xx = x + h * lean * t * t; o += ln([[xx - h * 0.02, y - h * t], [xx + h * 0.022, y - h * t - h * 0.008]], k.m('wood', depth, -0.35), h * 0.008); }
  const fr = [[-172, 0.86], [-8, 0.86], [-150, 1], [-30, 1], [-205, 0.72], [25, 0.72], [-118, 1], [-62, 1], [-92, 0.92]];
  fr.forEach(([a, l], i) => {
    const q = (a + k.between(-7, 7)) * Math.PI / 180, L = r * l, ex = Math.cos(q) * L, ey = Math.sin(q) * L * 0.78 + L * 0.34, mx = Math.cos(q) * L * 0.55, my = Math.sin(q) * L * 0.8 - L * 0.1;
    o += P(`M${tx} ${ty}Q${tx + mx} ${ty + my - L * 0.1} ${tx + ex} ${ty + ey}Q${tx + mx * 0.96 + 4} ${ty + my + L * 0.16} ${tx} ${ty}Z`, i % 2 ? leaf : leaf2);
    if (h > 150) for (let j = 2; j < 8; j++) { const t = j / 8, bx = tx + (1 - t) * t * 2 * mx + t * t * ex, by = ty + (1 - t) * t * 2 * (my - L * 0.02) + t * t * ey; o += ln([[bx, by], [bx + ex * 0.05, by + L * 0.12]], i % 2 ? leaf : leaf2, h * 0.012); }
  });
  if (dates) for (const dx of [-0.05, 0.05]) o += E(tx + dx * h, ty + h * 0.075, h * 0.034, h * 0.07, k.m('saffron', depth, -0.25));
  return o;
}
export function palmGrove(k, { y = 760, n = 12, x1 = 0, x2 = W, h = 150, depth = 0.25, mat = 'foliage' } = {}) {
  let o = '';
  for (let i = 0; i < n; i++) o += palm(k, { x: x1 + ((i + k.between(0.15, 0.85)) / n) * (x2 - x1), y: y + k.between(-6, 18), h: h * k.between(0.7, 1.15), lean: k.between(-0.12, 0.12), depth: depth + k.between(-0.05, 0.06), mat });
  let pts = [[x1 - 30, y + 60]];
  for (let x = x1 - 30; x <= x2 + 30; x += 46) pts.push([x, y - k.between(4, 34)]);
  pts.push([x2 + 30, y + 60]);
  return o + P(sm(pts), k.m(mat, depth, -0.15));
}
/** A bank of bushes or tree crowns. */
export function bushes(k, { y, x1 = -30, x2 = W + 30, h = 60, step = 70, depth = 0, mat = 'foliage', bottom = y + 80, dots }) {
  const pts = [[x1, bottom]], spots = [];
  for (let x = x1; x < x2; x += step) { const t = y - h * k.between(0.5, 1); pts.push([x, y - h * 0.3], [x + step / 2, t]); spots.push([x + step / 2, t + h * 0.45]); }
  pts.push([x2, y - h * 0.3], [x2, bottom]);
  let o = P(sm(pts), k.m(mat, depth));
  for (const [a, b] of spots) o += curve(`M${a - step * 0.25} ${b}q${step * 0.25} ${-h * 0.3} ${step * 0.5} 0`, k.m(mat, depth, 0.18), 3);
  if (dots) for (let i = 0; i < (x2 - x1) / 16; i++) o += C(k.between(x1, x2), k.between(y - h * 0.6, bottom - 10), k.between(4, 8), k.m(dots, depth * 0.5, i % 3 ? 0 : 0.3));
  return o;
}
/** A plain with ruled strokes. */
export function ground(k, { y, mat = 'sand', depth = 0, c = k.m(mat, depth), marks = 22, wave = 10, sh = -0.16, bottom = H + 10 }) {
  const q = k.between(0, 6), pts = [];
  for (let x = -40; x <= W + 40; x += 168) pts.push([x, y + wave * Math.sin(x / 240 + q)]);
  const d = sm(pts, false) + `V${bottom}H-40Z`;
  let o = '';
  for (let i = 0; i < marks; i++) { const t = k.rnd() ** 0.8, yy = y + wave + 8 + t * (Math.min(H, bottom) - y); o += lens(k.between(0, W), yy, 60 + 160 * t, 2 + 3 * t, k.m(mat, depth, i % 3 ? sh : 0.25)); }
  return P(d, c) + clip(d, o);
}
export function rock(k, { x, y, w = 120, h = 70, mat = 'rock', depth = 0 }) {
  const d = sm([[x - w / 2, y], [x - w * 0.46, y - h * 0.5], [x - w * 0.2, y - h * 0.95], [x + w * 0.12, y - h], [x + w * 0.4, y - h * 0.6], [x + w / 2, y]], false, 0.7) + 'Z';
  return P(d, k.m(mat, depth)) + clip(d, [pg([[x + w * 0.05, y - h - 5], [x + w * 0.18, y - h * 0.4], [x + w * 0.05, y], [x + w, y], [x + w, y - h - 5]], k.m(mat, depth, -0.28)), lens(x - w * 0.15, y - h * 0.4, w * 0.2, 3, k.m(mat, depth, 0.25), -12)]);
}
export const boulders = (k, { y, n = 9, mat = 'slate', depth = 0, x1 = 0, x2 = W, s = 1 }) => { let o = ''; for (let i = 0; i < n; i++) { const w = k.between(50, 150) * s; o += rock(k, { x: k.between(x1, x2), y: y + k.between(-8, 26), w, h: w * k.between(0.4, 0.7), mat, depth }); } return o; };
export const tuft = (k, { x, y, s = 1, c = k.m('olive', 0, -0.2) }) => { let o = ''; for (let i = -4; i <= 4; i++) o += curve(`M${x + i * 3 * s} ${y}Q${x + i * 5 * s} ${y - 22 * s} ${x + i * 11 * s} ${y - (40 - Math.abs(i) * 5) * s}`, c, 3.5 * s); return o; };
/** A thorn tree with a flat crown. */
export function acacia(k, { x, y, h = 190, depth = 0, mat = 'olive', c }) {
  const t = c ?? k.m('darkwood', depth), l = c ?? k.m(mat, depth, -0.25), l2 = c ?? k.m(mat, depth);
  return curve(`M${x} ${y}Q${x - h * 0.05} ${y - h * 0.4} ${x + h * 0.06} ${y - h * 0.7}M${x - h * 0.01} ${y - h * 0.35}Q${x - h * 0.2} ${y - h * 0.55} ${x - h * 0.36} ${y - h * 0.72}M${x + h * 0.02} ${y - h * 0.5}Q${x + h * 0.2} ${y - h * 0.6} ${x + h * 0.36} ${y - h * 0.74}`, t, h * 0.045)
    + E(x - h * 0.3, y - h * 0.78, h * 0.34, h * 0.1, l) + E(x + h * 0.32, y - h * 0.8, h * 0.34, h * 0.1, l) + E(x + h * 0.02, y - h * 0.88, h * 0.46, h * 0.12, l2);
}
/** Broad-leaved tree; dots for fruit or blossom. */
export function tree(k, { x, y, h = 200, mat = 'foliage', depth = 0, dots }) {
  const r = h * 0.3; let o = P(`M${x - h * 0.035} ${y}L${x - h * 0.02} ${y - h * 0.5}H${x + h * 0.02}L${x + h * 0.035} ${y}Z`, k.m('wood', depth, -0.2));
  for (const [dx, dy, q, s] of [[-0.2, -0.55, 0.75, -0.2], [0.2, -0.55, 0.75, -0.25], [0, -0.72, 1, 0]]) o += C(x + dx * h, y + dy * h, r * q, k.m(mat, depth, s));
  if (dots) for (let i = 0; i < 16; i++) { const a = k.between(0, 6.3), q = r * Math.sqrt(k.rnd()); o += C(x + Math.cos(a) * q * 1.3, y - h * 0.65 + Math.sin(a) * q, h * 0.022, k.m(dots, depth)); }
  return o;
}
export const cypress = (k, { x, y, h = 180, depth = 0 }) => P(`M${x} ${y - h}C${x + h * 0.16} ${y - h * 0.55} ${x + h * 0.14} ${y - h * 0.1} ${x} ${y}C${x - h * 0.14} ${y - h * 0.1} ${x - h * 0.16} ${y - h * 0.55} ${x} ${y - h}Z`, k.m('foliage', depth, -0.25));
