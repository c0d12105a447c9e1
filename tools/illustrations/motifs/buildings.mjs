// Architecture by place: monuments, streets and skylines.
import { W, H, P, C, R, G, ln, curve, pg, clip, lens, archD, domeD, mix } from '../core.mjs';

const lamp = (k, depth = 0) => mix(k.glow, k.haze, Math.min(0.6, depth * 0.7));
const win = (k, depth = 0) => (k.lit ? lamp(k, depth) : k.m('basalt', depth));
const finial = (k, x, y, h, c) => ln([[x, y], [x, y - h]], c, Math.max(2, h * 0.1)) + C(x, y - h * 0.35, h * 0.11, c) + curve(`M${x - h * 0.12} ${y - h * 1.12}a${h * 0.15} ${h * 0.15} 0 1 0 ${h * 0.24} 0`, c, Math.max(1.6, h * 0.06));

/** dome on a drum */
export function dome(k, { x, y, w, h = w * 0.62, drum = w * 0.16, type = 'round', mat = 'stone', depth = 0, fin = true, ribs = 0, gold }) {
  const d = domeD(x, y - drum, w, h, type), c = k.m(mat, depth);
  let rib = '';
  for (let i = 1; i < ribs; i++) { const u = -1 + (2 * i) / ribs; rib += curve(`M${x + u * w / 2} ${y - drum}Q${x + u * w * 0.52} ${y - drum - h * 0.7} ${x} ${y - drum - h}`, k.m(mat, depth, -0.18), 2); }
  let o = R(x - w * 0.44, y - drum, w * 0.88, drum + 1, k.m(mat, depth, -0.1));
  for (let i = 0; i < 7 && w > 90; i++) o += P(archD(x - w * 0.36 + i * w * 0.12, y - drum * 0.15, w * 0.05, drum * 0.65), win(k, depth));
  return o + P(d, c) + clip(d, [P(`M${x + w * 0.12} ${y - drum - h}Q${x + w * 0.3} ${y - drum - h * 0.5} ${x + w * 0.14} ${y - drum}H${x + w}V${y - drum - h}Z`, k.m(mat, depth, -0.18)), rib]) + (fin ? finial(k, x, y - drum - h + 2, w * 0.24, k.m(gold ?? 'brass', depth)) : '');
}
/** kind: ottoman, mamluk, moroccan, gulf */
export function minaret(k, { x, y, h, w = h * 0.09, kind = 'gulf', mat = 'stone', depth = 0 }) {
  const c = k.m(mat, depth), d = k.m(mat, depth, -0.2), g = k.m('brass', depth), wd = win(k, depth); let o = '';
  const shaft = (x0, y0, w0, h0) => R(x0 - w0 / 2, y0 - h0, w0, h0 + 1, c) + R(x0 + w0 * 0.12, y0 - h0, w0 * 0.38, h0 + 1, d);
  const bal = (y0, w0) => P(`M${x - w0 / 2} ${y0}L${x - w0 * 0.36} ${y0 + w0 * 0.34}H${x + w0 * 0.36}L${x + w0 / 2} ${y0}Z`, d) + R(x - w0 / 2, y0 - w0 * 0.16, w0, w0 * 0.2, c);
  if (kind === 'ottoman') { const q = w * 0.62; o = shaft(x, y, w, h * 0.34) + shaft(x, y - h * 0.33, q, h * 0.42) + bal(y - h * 0.5, q * 1.7) + bal(y - h * 0.66, q * 1.6) + P(`M${x - q * 0.6} ${y - h * 0.75}L${x} ${y - h}L${x + q * 0.6} ${y - h * 0.75}Z`, k.m('basalt', depth)) + ln([[x, y - h], [x, y - h * 1.05]], g, 2); }
  else if (kind === 'mamluk') { o = shaft(x, y, w * 1.3, h * 0.42) + P(archD(x, y - h * 0.2, w * 0.4, h * 0.12, 'pointed'), wd) + bal(y - h * 0.43, w * 1.8) + shaft(x, y - h * 0.42, w * 0.95, h * 0.24) + bal(y - h * 0.66, w * 1.4) + R(x - w * 0.3, y - h * 0.84, w * 0.14, h * 0.17, c) + R(x + w * 0.16, y - h * 0.84, w * 0.14, h * 0.17, d) + R(x - w * 0.05, y - h * 0.84, w * 0.1, h * 0.17, c) + R(x - w * 0.42, y - h * 0.86, w * 0.84, h * 0.025, c) + P(domeD(x, y - h * 0.86, w * 0.62, h * 0.1, 'onion'), c) + finial(k, x, y - h * 0.95, h * 0.06, g); }
  else if (kind === 'moroccan') {
    const q = w * 1.9; o = shaft(x, y, q, h * 0.76);
    for (let i = 0; i < 3; i++) { o += P(archD(x - q * 0.2, y - h * (0.16 + i * 0.2), q * 0.2, h * 0.1, 'horseshoe'), k.m(mat, depth, -0.38)) + P(archD(x + q * 0.2, y - h * (0.16 + i * 0.2), q * 0.2, h * 0.1, 'horseshoe'), k.m(mat, depth, -0.45)); }
    o += R(x - q / 2, y - h * 0.73, q, h * 0.045, k.m('lagoon', depth)); for (let i = 0; i < 5; i++) o += pg([[x - q / 2 + i * q / 5, y - h * 0.76], [x - q / 2 + (i + 0.5) * q / 5, y - h * 0.79], [x - q / 2 + (i + 1) * q / 5, y - h * 0.76]], c);
    o += shaft(x, y - h * 0.76, q * 0.5, h * 0.12) + P(domeD(x, y - h * 0.88, q * 0.44, h * 0.06), c) + ln([[x, y - h * 0.93], [x, y - h]], g, 3) + [0.95, 0.97, 0.985].map((t, i) => C(x, y - h * t, w * (0.16 - i * 0.035), g)).join('');
  } else { o = shaft(x, y, w * 1.25, h * 0.3) + bal(y - h * 0.31, w * 1.7) + shaft(x, y - h * 0.3, w * 0.92, h * 0.3) + bal(y - h * 0.61, w * 1.5) + shaft(x, y - h * 0.6, w * 0.66, h * 0.2) + bal(y - h * 0.8, w * 1.1) + P(domeD(x, y - h * 0.82, w * 0.62, h * 0.09, 'onion'), k.m('brass', depth)) + finial(k, x, y - h * 0.9, h * 0.09, g) + P(archD(x, y - h * 0.1, w * 0.4, h * 0.1, 'pointed'), wd); }
  return o;
}
/** A straight-sided tower with window rules. */
export function tower(k, { x, y, w, h, depth = 0.3, mat = 'tower', topK = 'flat', rows = true }) {
  const c = k.m(mat, depth), d = k.m(mat, depth, -0.18); let d0;
  const l = x - w / 2, r = x + w / 2, t = y - h;
  if (topK === 'slant') d0 = `M${l} ${y}V${t + w * 0.5}L${r} ${t}V${y}Z`;
  else if (topK === 'curve') d0 = `M${l} ${y}Q${l - w * 0.1} ${t + h * 0.3} ${x - w * 0.1} ${t}Q${r + w * 0.3} ${t + h * 0.25} ${r} ${y}Z`;
  else if (topK === 'dome') d0 = `M${l} ${y}V${t + w * 0.7}Q${l} ${t} ${x} ${t}Q${r} ${t} ${r} ${t + w * 0.7}V${y}Z`;
  else if (topK === 'waist') d0 = `M${l - w * 0.1} ${y}Q${l + w * 0.26} ${y - h * 0.55} ${l} ${t}H${r}Q${r - w * 0.26} ${y - h * 0.55} ${r + w * 0.1} ${y}Z`;
  else if (topK === 'spire') d0 = `M${l} ${y}V${t + h * 0.22}L${x} ${t}L${r} ${t + h * 0.22}V${y}Z`;
  else d0 = `M${l} ${y}V${t}H${r}V${y}Z`;
  let rule = '';
  if (rows) {
    if (k.lit) for (let i = 0; i < h * w / 900; i++) rule += R(l + Math.floor(k.rnd() * (w / 12)) * 12 + 3, t + 14 + Math.floor(k.rnd() * (h / 16)) * 16, 6, 8, lamp(k, depth + 0.15));
    else for (let i = 1; i < h / 17; i++) rule += R(l, t + i * 17, w, 2.4, d);
  }
  return P(d0, c) + clip(d0, [R(x + w * 0.12, t, w, h, d), rule]);
}
export function burj(k, { x, y, h = 480, depth = 0.25 }) {
  const c = k.m('tower', depth), d = k.m('tower', depth, -0.2), o = [], w = h * 0.16;
  for (let i = 0; i < 9; i++) { const ww = w * (1 - i / 10.5), t = h * (0.24 + i * 0.075); o.push(R(x - ww * (i % 2 ? 0.42 : 0.5), y - t, ww * 0.9, t, i % 2 ? c : d)); }
  for (let i = 0; i < 7; i++) { const ww = w * (0.62 - i * 0.08), t = h * (0.4 + i * 0.075); o.push(R(x - ww / 2, y - t, ww * 0.6, t, c)); }
  o.push(P(`M${x - w * 0.06} ${y - h * 0.8}L${x} ${y - h * 1.05}L${x + w * 0.06} ${y - h * 0.8}Z`, c));
  if (k.lit) for (let i = 0; i < 26; i++) o.push(R(x + k.between(-w * 0.3, w * 0.24), y - k.between(10, h * 0.55), 4, 8, lamp(k, depth + 0.1)));
  return o.join('');
}
export const burjArab = (k, { x, y, h = 240, depth = 0.2 }) => P(`M${x} ${y}V${y - h}Q${x + h * 0.5} ${y - h * 0.62} ${x + h * 0.44} ${y}Z`, k.m('paper', depth)) + P(`M${x + h * 0.1} ${y}Q${x + h * 0.1} ${y - h * 0.6} ${x} ${y - h}Q${x + h * 0.5} ${y - h * 0.62} ${x + h * 0.44} ${y}Z`, k.m('glass', depth, -0.12)) + ln([[x, y], [x, y - h * 1.16]], k.m('paper', depth), 5) + R(x - h * 0.16, y - h * 0.82, h * 0.24, h * 0.028, k.m('link', depth));
/** Wind-tower house of the old quarters. */
export function barjeel(k, { x, y, w = 220, h = 300, depth = 0, mat = 'dust' }) {
  const c = k.m(mat, depth), d = k.m(mat, depth, -0.22), o = [R(x - w / 2, y - h * 0.5, w, h * 0.5, c), R(x + w * 0.2, y - h * 0.5, w * 0.3, h * 0.5, d), R(x - w * 0.34, y - h, w * 0.4, h * 0.55, c), R(x - w * 0.06, y - h, w * 0.12, h * 0.5, d)];
  for (let i = 0; i < 3; i++) o.push(P(archD(x - w * 0.27 + i * w * 0.105, y - h * 0.68, w * 0.06, h * 0.24), k.m('ink', depth + 0.1)));
  o.push(R(x - w * 0.37, y - h - 6, w * 0.46, 10, d), ...[0, 1, 2, 3].map((i) => ln([[x - w * 0.38, y - h * 0.62 + i * -2 + (i > 1 ? -h * 0.3 : 0)], [x - w * 0.44, y - h * 0.62 + (i > 1 ? -h * 0.3 : 0)]], k.m('wood', depth), 4)));
  for (let i = 0; i < 5; i++) o.push(pg([[x - w / 2 + i * w / 5, y - h * 0.5], [x - w / 2 + (i + 0.5) * w / 5, y - h * 0.55], [x - w / 2 + (i + 1) * w / 5, y - h * 0.5]], c));
  o.push(P(archD(x + w * 0.02, y, w * 0.2, h * 0.3, 'pointed'), k.m('wood', depth)), P(archD(x - w * 0.32, y - h * 0.14, w * 0.1, h * 0.17, 'pointed'), win(k, depth)), P(archD(x + w * 0.34, y - h * 0.14, w * 0.1, h * 0.17, 'pointed'), win(k, depth)));
  return o.join('');
}
/** A row of plain houses with battlements or flat roofs. */
export function houses(k, { y, x1 = -20, x2 = W + 20, min = 90, max = 200, w = 110, depth = 0.15, mat = 'paper', arches = true, crenel = true, mats }) {
  let o = '', x = x1, n = 0;
  while (x < x2) {
    const ww = w * k.between(0.7, 1.35), h = k.between(min, max), mt = mats ? mats[n++ % mats.length] : mat, c = k.m(mt, depth), d = k.m(mt, depth, -0.16);
    o += R(x, y - h, ww + 1, h + 40, c) + R(x + ww * 0.74, y - h, ww * 0.26 + 1, h + 40, d) + (crenel ? [0, 1, 2, 3].map((i) => R(x + i * ww / 4 + 3, y - h - 9, ww / 8, 10, c)).join('') : R(x - 3, y - h - 6, ww + 6, 8, d));
    const cols = Math.max(2, Math.floor(ww / 42));
    for (let r = 0; r < Math.floor(h / 62); r++) for (let q = 0; q < cols; q++) if (k.rnd() > 0.15) o += P(archD(x + (q + 0.5) * ww / cols, y - h + 54 + r * 60, Math.min(20, ww / cols * 0.5), 34, arches ? 'round' : 'flat'), k.rnd() > 0.5 ? win(k, depth) : k.m('wood', depth));
    x += ww;
  }
  return o;
}
export function fort(k, { x, y, w = 420, h = 260, depth = 0, mat = 'dust', flag = true }) {
  const c = k.m(mat, depth), d = k.m(mat, depth, -0.22), o = [];
  o.push(P(`M${x - w * 0.9} ${y}V${y - h * 0.42}H${x + w}V${y}Z`, k.m(mat, depth, -0.06)));
  for (let i = 0; i < 20; i++) o.push(P(archD(x - w * 0.88 + i * w * 0.098, y - h * 0.4, w * 0.05, h * 0.07), k.m(mat, depth, -0.06)));
  const body = `M${x - w * 0.46} ${y}L${x - w * 0.41} ${y - h}H${x + w * 0.41}L${x + w * 0.46} ${y}Z`;
  o.push(P(body, c), clip(body, [R(x + w * 0.12, y - h, w, h, d), ...[0.3, 0.55, 0.8].map((t) => R(x - w, y - h * t, w * 2, 3, d)), ...Array.from({ length: 16 }, () => lens(x + k.between(-w * 0.4, w * 0.4), y - k.between(20, h * 0.9), 34, 3, d))]));
  for (let i = 0; i < 9; i++) o.push(P(archD(x - w * 0.37 + i * w * 0.0925, y - h + 2, w * 0.066, h * 0.13), i > 5 ? d : c));
  for (let i = 0; i < 4; i++) o.push(P(archD(x - w * 0.28 + i * w * 0.19, y - h * 0.72, w * 0.05, h * 0.14), k.m('ink', depth)));
  o.push(P(archD(x - w * 0.68, y, w * 0.16, h * 0.28, 'pointed'), k.m('wood', depth)), P(archD(x - w * 0.68, y, w * 0.08, h * 0.18, 'pointed'), k.m('ink', depth + 0.1)));
  if (flag) o.push(ln([[x, y - h], [x, y - h * 1.42]], k.m('ink', depth), 4), R(x, y - h * 1.42, w * 0.22, h * 0.17, k.m('pom', depth)), R(x + w * 0.06, y - h * 1.42 + h * 0.005, w * 0.16, h * 0.055, k.m('paper', depth)), R(x + w * 0.06, y - h * 1.42 + h * 0.115, w * 0.16, h * 0.055, k.m('foliage', depth)));
  return o.join('');
}
/** Sheikh Zayed Mosque. */
export function whiteMosque(k, { x, y, s = 1, depth = 0 }) {
  const o = [], M = { mat: 'paper', depth };
  for (const mx of [-520, 520]) o.push(minaret(k, { x: mx * 0.82, y: -20, h: 400, w: 38, ...M, depth: depth + 0.12 }));
  o.push(R(-420, -190, 840, 170, k.m('paper', depth + 0.08)));
  for (const dx of [-300, 300]) o.push(dome(k, { x: dx, y: -180, w: 150, h: 120, drum: 30, type: 'onion', ...M, depth: depth + 0.08 }));
  for (const dx of [-190, 190]) o.push(dome(k, { x: dx, y: -190, w: 190, h: 150, drum: 42, type: 'onion', ...M }));
  o.push(dome(k, { x: 0, y: -200, w: 270, h: 215, drum: 66, type: 'onion', ...M, ribs: 8 }));
  o.push(R(-620, -130, 1240, 130, k.m('paper', depth)), R(-620, -138, 1240, 9, k.m('paper', depth, -0.16)));
  for (let i = 0; i < 24; i++) { const ax = -594 + i * 51.6; o.push(P(archD(ax, 0, 32, 96, 'horseshoe'), i > 9 && i < 14 ? k.m('brass', depth) : k.lit ? lamp(k, depth) : k.m('basalt', depth + 0.25)), P(domeD(ax, -136, 32, 24, 'onion'), k.m('paper', depth, i % 2 ? -0.08 : 0))); }
  for (let i = 0; i < 25; i++) o.push(R(-622 + i * 51.6, -80, 7, 80, k.m('paper', depth)), R(-624 + i * 51.6, -84, 11, 7, k.m('brass', depth)));
  o.push(R(-130, -190, 260, 190, k.m('paper', depth, 0.1)), P(archD(0, 0, 150, 168, 'horseshoe'), k.m('paper', depth, -0.18)), P(archD(0, 0, 92, 128, 'horseshoe'), k.lit ? k.m('saffron', depth) : k.m('link', depth + 0.1)));
  for (const mx of [-640, 640]) o.push(minaret(k, { x: mx, y: 0, h: 500, w: 46, ...M }));
  return G(x, y, s, o);
}
export function hagiaSophia(k, { x, y, s = 1, depth = 0, mat = 'clay' }) {
  const o = [], r = k.m('slate', depth), rd = k.m('slate', depth, -0.2), c = k.m(mat, depth, 0.12), d = k.m(mat, depth, -0.15), D = (dx, dy, w, h) => { const q = domeD(dx, dy, w, h); return P(q, r) + clip(q, R(dx + w * 0.16, dy - h, w, h, rd)); };
  for (const mx of [-400, 400]) o.push(minaret(k, { x: mx, y: -30, h: 500, w: 34, kind: 'ottoman', mat: 'stone', depth: depth + 0.1 }));
  o.push(R(-270, -230, 540, 210, d), D(-190, -210, 240, 96), D(190, -210, 240, 96), R(-170, -300, 340, 110, c), P('M-170 -190V-290Q-160 -330 -120 -330V-190ZM170 -190V-290Q160 -330 120 -330V-190Z', d), R(-150, -332, 300, 40, c));
  for (let i = 0; i < 11; i++) o.push(P(archD(-130 + i * 26, -298, 13, 26), win(k, depth)));
  o.push(D(0, -330, 300, 116), finial(k, 0, -444, 56, k.m('brass', depth)), P(archD(0, -196, 210, 98), k.m(mat, depth, -0.28)));
  for (let i = 0; i < 7; i++) o.push(P(archD(-78 + i * 26, -204, 14, i % 6 ? 40 : 26), win(k, depth)));
  o.push(R(-340, -160, 680, 160, c), R(-340, -166, 680, 9, d), D(-280, -160, 130, 54), D(280, -160, 130, 54));
  for (const bx of [-230, -120, 120, 230]) o.push(P(`M${bx - 34} 0V-210L${bx} -240L${bx + 34} -210V0Z`, d), R(bx - 34, -210, 34, 210, c));
  for (let i = 0; i < 12; i++) o.push(P(archD(-312 + i * 57, -86, 24, 44), win(k, depth)), P(archD(-312 + i * 57, 0, 28, 60), k.m('ink', depth + 0.25)));
  for (const mx of [-350, 350]) o.push(minaret(k, { x: mx, y: 0, h: 560, w: 42, kind: 'ottoman', mat: mx > 0 ? 'clay' : 'stone', depth }));
  return G(x, y, s, o);
}
export function blueMosque(k, { x, y, s = 1, depth = 0.2 }) {
  const o = [], M = { mat: 'steel', depth }, st = k.m('stone', depth);
  for (const mx of [-330, 330, -230, 230]) o.push(minaret(k, { x: mx, y: 0, h: Math.abs(mx) > 300 ? 370 : 430, w: 26, kind: 'ottoman', mat: 'stone', depth }));
  o.push(R(-260, -110, 520, 110, st)); for (const [dx, dy, w] of [[-190, -110, 110], [190, -110, 110], [-110, -150, 150], [110, -150, 150]]) o.push(dome(k, { x: dx, y: dy + 10, w, h: w * 0.46, drum: 16, ...M, fin: false }));
  o.push(R(-110, -220, 220, 120, k.m('stone', depth, -0.08)), dome(k, { x: 0, y: -200, w: 230, h: 100, drum: 34, ...M }));
  for (let i = 0; i < 10; i++) o.push(P(archD(-230 + i * 51, -10, 22, 60), win(k, depth)));
  return G(x, y, s, o);
}
export const galata = (k, { x, y, h = 360, depth = 0.1 }) => { const w = h * 0.24, c = k.m('dust', depth), d = k.m('dust', depth, -0.2), o = [R(x - w / 2, y - h * 0.62, w, h * 0.62, c), R(x + w * 0.1, y - h * 0.62, w * 0.4, h * 0.62, d), R(x - w * 0.58, y - h * 0.66, w * 1.16, h * 0.045, d), R(x - w * 0.52, y - h * 0.76, w * 1.04, h * 0.1, c), R(x - w * 0.6, y - h * 0.78, w * 1.2, h * 0.025, d), P(`M${x - w * 0.54} ${y - h * 0.78}Q${x - w * 0.2} ${y - h * 0.86} ${x} ${y - h}Q${x + w * 0.2} ${y - h * 0.86} ${x + w * 0.54} ${y - h * 0.78}Z`, k.m('basalt', depth)), ln([[x, y - h], [x, y - h * 1.08]], k.m('brass', depth), 3)]; for (let i = 0; i < 5; i++) o.push(P(archD(x - w * 0.4 + i * w * 0.2, y - h * 0.68, w * 0.11, h * 0.06), win(k, depth))); for (let r = 0; r < 4; r++) for (let i = 0; i < 3; i++) o.push(P(archD(x - w * 0.26 + i * w * 0.26, y - h * (0.1 + r * 0.13), w * 0.09, h * 0.045), k.m('ink', depth + 0.15))); return o.join(''); };
export function bridge(k, { y, x1 = -60, x2 = W + 60, h = 300, depth = 0.25, t1 = 360, t2 = 1240, lamps = false }) {
  const c = k.m('basalt', depth), o = [R(x1, y - h * 0.34, x2 - x1, 12, c)];
  for (const t of [t1, t2]) o.push(R(t - 18, y - h, 12, h, c), R(t + 6, y - h, 12, h, c), ...[0.95, 0.7, 0.2].map((q) => R(t - 18, y - h * q, 36, 9, c)));
  const sag = (u) => y - h + (h * 0.62) * (1 - (2 * u - 1) ** 2), a = [];
  for (let i = 0; i <= 30; i++) { const u = i / 30, xx = t1 + (t2 - t1) * u; a.push([xx, sag(u)]); if (i % 2) o.push(ln([[xx, sag(u)], [xx, y - h * 0.34]], c, 1.6)); if (lamps) o.push(C(xx, sag(u), 3, k.glow)); }
  o.push(ln(a, c, 5), ln([[t1, y - h], [x1, y - h * 0.42]], c, 5), ln([[t2, y - h], [x2, y - h * 0.42]], c, 5));
  return o.join('');
}
export function pyramid(k, { x, y, w, h = w * 0.62, depth = 0, mat = 'sand', cap = false, bent = false, step = 0, lit = 'l' }) {
  const c = k.m(mat, depth, 0.08), d = k.m(mat === 'sand' ? 'redsand' : mat, depth, -0.22), l = x - w / 2, r = x + w / 2, e = lit === 'l' ? x + w * 0.12 : x - w * 0.12; let o = '';
  if (step) { for (let i = 0; i < step; i++) { const t = 1 - i / step, ww = w * (0.24 + 0.76 * t), hh = h / step, yy = y - i * hh; o += pg([[x - ww / 2, yy + 1], [x - ww / 2 + ww * 0.03, yy - hh], [x + ww / 2 - ww * 0.03, yy - hh], [x + ww / 2, yy + 1]], c) + pg([[x + ww * 0.14, yy + 1], [x + ww * 0.12, yy - hh], [x + ww / 2 - ww * 0.03, yy - hh], [x + ww / 2, yy + 1]], d); for (let j = 1; j < 3; j++) o += R(x - ww / 2 + 6, yy - hh * j / 3, ww * 0.64, 2, d); } return o; }
  const out = bent ? [[l, y], [x - w * 0.31, y - h * 0.64], [x, y - h], [x + w * 0.31, y - h * 0.64], [r, y]] : [[l, y], [x, y - h], [r, y]];
  const dd = 'M' + out.map((p) => p.join(' ')).join('L') + 'Z', rules = [];
  for (let i = 1; i < 16; i++) rules.push(lens(x - w * 0.16 + k.between(-0.28, 0.28) * w * (1 - (16 - i) / 20), y - h + h * i / 16, w * 0.16 + i * w * 0.012, 2.4, d));
  o += P(dd, c) + clip(dd, [...rules, lit === 'l' ? P(`M${x} ${y - h - 4}L${x + w * 0.05} ${y - h * 0.6}L${e} ${y}H${r + 5}V${y - h}Z`, d) : P(`M${x} ${y - h - 4}L${x - w * 0.05} ${y - h * 0.6}L${e} ${y}H${l - 5}V${y - h}Z`, d)]);
  if (cap) o += pg([[x - w * 0.1, y - h * 0.8], [x, y - h], [x + w * 0.1, y - h * 0.8], [x + w * 0.04, y - h * 0.83], [x, y - h * 0.78], [x - w * 0.05, y - h * 0.84]], k.m('cream', depth, 0.2));
  return o;
}
export function sphinx(k, { x, y, s = 1, flip = false, depth = 0 }) {
  const c = k.m('sand', depth, -0.06), d = k.m('redsand', depth, -0.25), o = [P('M-330 0V-60Q-330 -140 -250 -150Q-120 -150 20 -160L60 -110L90 -70H250Q276 -66 276 -30V0Z', c), P('M-330 0V-40Q-100 -50 90 -36H276V0Z', d), P('M10 -150L-6 -280Q10 -330 66 -334Q122 -330 134 -280L128 -250L120 -196Q104 -176 80 -172L92 -70Q30 -90 10 -150Z', c), P('M-6 -280Q-30 -200 -40 -150L40 -120Q30 -200 50 -300Q20 -310 -6 -280Z', d), curve('M96 -270h26M104 -256h10M100 -216q12 6 22 0', k.m('ink', depth + 0.1), 5), P('M120 -262l12 26h-14Z', d), ...[0, 1, 2, 3, 4].map((i) => curve(`M${-26 - i * 2} ${-190 + i * 14}Q6 ${-180 + i * 14} 34 ${-186 + i * 14}`, k.m('sand', depth, 0.2), 4))];
  return G(x, y, s, o, { flip });
}
