// Rooms: arcades, halls, courtyards, stalls.
import { W, H, P, C, E, R, G, ln, curve, pg, clip, lens, archD } from '../core.mjs';

/** Star-and-diamond tile field. */
export function tiles(k, { x = 0, y = 700, w = W, h = 120, size = 60, cs = ['link', 'paper', 'saffron', 'pom'], depth = 0.1 }) {
  const o = [];
  for (let j = 0; j * size < h; j++) for (let i = 0; i * size < w; i++) { const cx = x + (i + 0.5) * size, cy = y + (j + 0.5) * size, r = size * 0.46, c = k.m(cs[(i + j) % 2 ? 0 : 2], depth); o.push(R(cx - r * 0.66, cy - r * 0.66, r * 1.32, r * 1.32, c), R(cx - r * 0.66, cy - r * 0.66, r * 1.32, r * 1.32, c, 0, `transform="rotate(45 ${cx} ${cy})"`), C(cx, cy, r * 0.34, k.m(cs[3], depth))); }
  return R(x, y, w, h, k.m(cs[1], depth)) + clip(`M${x} ${y}h${w}v${h}h${-w}Z`, o);
}
export function room(k, { floorY = 780, wall = 'cream', floor = 'adobe', dado, depth = 0.1, boards = true } = {}) {
  let o = R(-10, -10, W + 20, H + 20, k.m(wall, depth)) + R(-10, floorY, W + 20, H, k.m(floor, depth));
  if (boards) for (let i = -9; i <= 9; i++) o += ln([[800 + i * 110, floorY], [800 + i * 230, H]], k.m(floor, depth, -0.16), 3);
  if (dado) o += tiles(k, { y: floorY - 150, h: 150, size: 50, depth, cs: dado });
  return o + R(-10, floorY - 6, W + 20, 8, k.m(floor, depth, -0.3));
}
/** Wall pierced by arches; what shows through is already drawn. */
export function arcade(k, { y = 800, top = 0, n = 3, w = 300, h = 520, type = 'horseshoe', wall = 'cream', depth = 0, x1 = -10, x2 = W + 10, trim = 'link', cols = true }) {
  let d = `M${x1} ${top}H${x2}V${y}H${x1}Z`, o = ''; const gap = (x2 - x1) / n;
  for (let i = 0; i < n; i++) { const a = archD(x1 + (i + 0.5) * gap, y, w, h, type); d += a; o += curve(archD(x1 + (i + 0.5) * gap, y, w + 40, h + 26, type).replace('Z', ''), k.m(trim, depth), 9) + curve(a.replace('Z', ''), k.m(wall, depth, -0.3), 6); }
  let post = '';
  if (cols) for (let i = 0; i <= n; i++) { const cx = x1 + i * gap; post += R(cx - 26, y - h * 0.56, 52, h * 0.56, k.m(wall, depth, -0.1)) + R(cx + 4, y - h * 0.56, 22, h * 0.56, k.m(wall, depth, -0.25)) + P(`M${cx - 30} ${y - h * 0.56}L${cx - 46} ${y - h * 0.64}H${cx + 46}L${cx + 30} ${y - h * 0.56}Z`, k.m(trim, depth)) + R(cx - 34, y - 20, 68, 20, k.m(wall, depth, -0.3)); }
  return `<path d="${d}" fill="${k.m(wall, depth)}" fill-rule="evenodd"/>` + o + post;
}
export function archDoor(k, { x, y, w = 200, h = 380, type = 'horseshoe', c = 'link', frame = 'clay', open, depth = 0 }) {
  const d = archD(x, y, w, h, type); return P(archD(x, y, w * 1.34, h * 1.16, type), k.m(frame, depth, -0.1)) + P(archD(x, y, w * 1.16, h * 1.07, type), k.m('cream', depth)) + P(d, open ?? k.m(c, depth)) + (open ? '' : clip(d, [R(x - 3, y - h, 6, h, k.m('ink', depth)), ...Array.from({ length: 24 }, (_, i) => C(x - w * 0.36 + (i % 4) * w * 0.24, y - 40 - Math.floor(i / 4) * h * 0.14, w * 0.025, k.m('brass', depth)))]));
}
export function rug(k, { x, y, w = 620, h = 150, c = 'pom' }) {
  const q = (t, b) => [[x - w / 2 + t * w * 0.9, y - h / 2 + t * h * 0.8], [x + w / 2 - t * w * 0.9, y - h / 2 + t * h * 0.8], [x + w * 0.62 - t * w * 1.06, y + h / 2 - t * h * 0.8], [x - w * 0.62 + t * w * 1.06, y + h / 2 - t * h * 0.8]];
  let o = pg(q(0), k.m(c)) + pg(q(0.05), k.m('saffron')) + pg(q(0.075), k.m('ink')) + pg(q(0.13), k.m(c, 0, -0.1));
  for (let i = -2; i <= 2; i++) o += pg([[x + i * w * 0.16, y - h * 0.22], [x + i * w * 0.16 + w * 0.07, y], [x + i * w * 0.16, y + h * 0.22], [x + i * w * 0.16 - w * 0.07, y]], k.m(i % 2 ? 'saffron' : 'cream')) + pg([[x + i * w * 0.16, y - h * 0.1], [x + i * w * 0.16 + w * 0.03, y], [x + i * w * 0.16, y + h * 0.1], [x + i * w * 0.16 - w * 0.03, y]], k.m('link'));
  for (let i = 0; i < 40; i++) o += ln([[x - w * 0.62 + i * w * 1.24 / 39, y + h / 2], [x - w * 0.62 + i * w * 1.24 / 39, y + h / 2 + 10]], k.m('cream'), 2.4);
  return o;
}
export const cushion = (k, { x, y, s = 1, c = 'pom' }) => G(x, y, s, [P('M-90 0Q-100 -50 -84 -72Q0 -86 84 -72Q100 -50 90 0Q0 12 -90 0Z', k.m(c)), curve('M-80 -36Q0 -24 80 -36M-84 -50Q0 -40 84 -50', k.m('saffron'), 5), curve('M-84 -18Q0 -6 84 -18', k.m('cream'), 5)]);
export const bench = (k, { x, y, w = 400, h = 70, c = 'pom' }) => R(x - w / 2, y - h, w, h, k.m(c)) + R(x - w / 2, y - h, w, 12, k.m(c, 0, 0.2)) + R(x - w / 2, y - h * 0.5, w, 5, k.m('saffron')) + R(x - w / 2, y - h * 0.36, w, 3, k.m('cream')) + R(x - w / 2 - 12, y - 8, w + 24, 10, k.m('darkwood'));
/** Souk stall: shelf of goods under an awning. kind: spice, lamp, cloth, pot, brass, fruit */
export function stall(k, { x, y, w = 420, h = 430, kind = 'spice', c = 'pom', keeper = true, depth = 0 }) {
  const o = [R(x - w / 2, y - h, w, h, k.m('darkwood', depth, -0.2)), R(x - w / 2 - 12, y - h, 14, h, k.m('wood', depth)), R(x + w / 2 - 2, y - h, 14, h, k.m('wood', depth))], sh = (yy) => o.push(R(x - w / 2, yy, w, 9, k.m('wood', depth, 0.1)));
  const cs = ['saffron', 'pom', 'clay', 'olive', 'link', 'cream'];
  const row = (yy, q) => { for (let i = 0; i < 7; i++) { const xx = x - w * 0.42 + i * w * 0.14; o.push(q === 'cloth' ? R(xx - 22, yy - 24 - (i % 3) * 8, 44, 24 + (i % 3) * 8, k.m(cs[i % 6], depth), 5) + R(xx - 22, yy - 12, 44, 3, k.m('paper', depth)) : q === 'pot' ? k.jar({ x: xx, y: yy, s: 0.3 + (i % 3) * 0.06, c: ['clay', 'adobe', 'link'][i % 3], kind: i }) : q === 'brass' ? k.dallah({ x: xx, y: yy, s: 0.26 + (i % 2) * 0.05 }) : q === 'fruit' ? [0, 1, 2].map((j) => C(xx - 16 + j * 16, yy - 12 - (j === 1 ? 14 : 0), 13, k.m(['saffron', 'pom', 'leaf', 'plum'][i % 4], depth))).join('') : R(xx - 17, yy - 46, 34, 46, k.m(cs[i % 6], depth), 6) + R(xx - 14, yy - 52, 28, 8, k.m('brass', depth))); } };
  sh(y - h * 0.66); row(y - h * 0.66, kind === 'spice' ? 'jar' : kind); sh(y - h * 0.44); if (kind !== 'lamp') row(y - h * 0.44, kind === 'spice' ? 'jar' : kind);
  if (keeper) o.push(k.person({ x: x + w * 0.1, y: y - 20, h: h * 0.62, outfit: keeper === true ? 'galabeya' : keeper, pose: 'offer', flip: true }));
  o.push(R(x - w / 2 - 16, y - h * 0.26, w + 32, h * 0.26, k.m('wood', depth)), R(x - w / 2 - 20, y - h * 0.28, w + 40, 12, k.m('wood', depth, 0.25)), ...[1, 2, 3, 4].map((i) => ln([[x - w / 2 + i * w / 5, y - h * 0.24], [x - w / 2 + i * w / 5, y]], k.m('wood', depth, -0.3), 3)));
  if (kind === 'spice') for (let i = 0; i < 5; i++) o.push(P(`M${x - w * 0.46 + i * w * 0.19} ${y - h * 0.27}q${w * 0.04} ${-h * 0.05} ${w * 0.08} ${-h * 0.16}q${w * 0.04} ${h * 0.11} ${w * 0.08} ${h * 0.16}Z`, k.m(['saffron', 'pom', 'olive', 'clay', 'saffron'][i], depth)));
  if (kind === 'fruit') for (let i = 0; i < 16; i++) o.push(C(x - w * 0.44 + (i % 8) * w * 0.125, y - h * 0.3 - Math.floor(i / 8) * 18, 17, k.m(['saffron', 'pom', 'leaf', '#D9703A'][Math.floor((i % 8) / 2)], depth)));
  if (kind === 'lamp' || kind === 'brass') for (let i = 0; i < 4; i++) o.push(k.lantern({ x: x - w * 0.38 + i * w * 0.25, y: y - h, s: 0.5, len: 30 + (i % 2) * 50, kind: ['drop', 'globe', 'star', 'box'][i % 4], c: cs[i % 3] }));
  if (kind === 'cloth') for (let i = 0; i < 4; i++) o.push(P(`M${x - w * 0.48 + i * w * 0.1} ${y - h * 0.27}v${h * 0.18}h${w * 0.085}v${-h * 0.18}Z`, k.m(cs[i], depth)));
  for (let i = 0; i < 8; i++) { const a = x - w * 0.58 + i * w * 0.145; o.push(P(`M${a} ${y - h + 40}L${a + w * 0.012 + w * 0.02} ${y - h - 34}H${a + w * 0.145}L${a + w * 0.145} ${y - h + 40}q${-w * 0.072} 26 ${-w * 0.145} 0Z`, k.m(i % 2 ? 'cream' : c, depth))); }
  return o.join('');
}
/** Museum gallery: plinths, vitrines, visitors are the scene's. */
export const plinth = (k, { x, y, w = 130, h = 150, c = 'paper' }) => R(x - w / 2, y - h, w, h, k.m(c)) + R(x + w * 0.2, y - h, w * 0.3, h, k.m(c, 0, -0.14)) + R(x - w / 2 - 8, y - h - 8, w + 16, 12, k.m(c, 0, -0.08)) + R(x - w / 2 - 8, y - 12, w + 16, 14, k.m(c, 0, -0.2));
export const vitrine = (k, { x, y, w = 220, h = 340, body = '' }) => R(x - w / 2, y - h, w, h, k.m('glass', 0.1), 2) + body + pg([[x - w / 2 + 14, y - h], [x - w / 2 + 60, y - h], [x - w / 2, y - h * 0.62], [x - w / 2, y - h * 0.86]], k.m('paper', 0), 'opacity=".55"') + `<rect x="${x - w / 2}" y="${y - h}" width="${w}" height="${h}" fill="none" stroke="${k.m('ink')}" stroke-width="5"/>` + R(x - w / 2 - 6, y - 90, w + 12, 90, k.m('wood')) + R(x + w * 0.2, y - 90, w * 0.3 + 6, 90, k.m('wood', 0, -0.2));
/** The gold mask of a young king. */
export const mask = (k, { x, y, s = 1 }) => { const g = k.m('saffron'), b = k.m('link'), d = 'M-70 -300Q0 -350 70 -300Q116 -240 120 -140L140 0H-140L-120 -140Q-116 -240 -70 -300Z'; return G(x, y, s, [P(d, g), clip(d, Array.from({ length: 14 }, (_, i) => curve(`M-160 ${-10 - i * 24}Q0 ${-50 - i * 26} 160 ${-10 - i * 24}`, b, 9))), P('M-60 -286Q0 -320 60 -286Q76 -220 62 -160Q40 -112 0 -106Q-40 -112 -62 -160Q-76 -220 -60 -286Z', g), P('M10 -304Q40 -300 60 -286Q76 -220 62 -160Q40 -112 8 -106Q44 -200 10 -304Z', k.m('saffron', 0, -0.16)), P('M-48 -222Q-30 -238 -10 -222Q-30 -210 -48 -222ZM48 -222Q30 -238 10 -222Q30 -210 48 -222Z', k.m('paper')), C(-29, -222, 8, k.m('ink')), C(29, -222, 8, k.m('ink')), curve('M-54 -240Q-30 -258 -8 -242M54 -240Q30 -258 8 -242M-50 -222L-68 -214M50 -222L68 -214', b, 6), curve('M0 -224L-8 -178H10', k.m('saffron', 0, -0.35), 4), curve('M-20 -152Q0 -144 20 -152', k.m('clay'), 7), P('M-12 -106L-9 -40Q0 -30 9 -40L12 -106Z', b), P('M-8 -300Q-26 -340 -10 -356Q8 -340 4 -300Z', g), P('M18 -300Q14 -330 36 -340Q34 -320 28 -300Z', b), P('M-120 -60Q0 20 120 -60L140 0H-140Z', b), curve('M-110 -40Q0 30 110 -40M-90 -60Q0 10 90 -60', g, 7)]); };
/** Row of cistern columns standing in water with their reflections. */
export function cistern(k, { y = 800 }) {
  const o = [R(0, 0, W, H, k.m('darkwood', 0.1, -0.2))], col = (x, w, h, dp) => { const c = k.m('adobe', dp), d = k.m('wood', dp, -0.2), t = y - dp * 150 - h, b = y - dp * 150; return R(x - w / 2, t, w, h, c) + R(x + w * 0.12, t, w * 0.38, h, d) + P(`M${x - w * 0.5} ${t}L${x - w * 0.95} ${t - w * 0.7}H${x + w * 0.95}L${x + w * 0.5} ${t}Z`, c) + R(x - w * 0.7, b - w * 0.3, w * 1.4, w * 0.3, c) + R(x - w * 0.46, b, w * 0.92, h * 0.42, c, 0, 'opacity=".32"') + R(x - w * 0.46, b, w * 0.92, 3, k.glow, 0, 'opacity=".6"'); };
  for (const [dp, n, w, h] of [[0.75, 12, 26, 270], [0.5, 8, 42, 390], [0.22, 6, 62, 520]]) {
    const gap = W / n, yy = y - dp * 150, t = yy - h - w * 0.7;
    let d = `M-10 -10H${W + 10}V${t}H-10Z`; for (let i = -1; i < n + 1; i++) d += `M${i * gap + gap / 2 + w} ${t + 1}Q${i * gap + gap} ${t - gap * 0.95} ${i * gap + gap * 1.5 - w} ${t + 1}Z`;
    o.push(`<path d="${d}" fill="${k.m('wood', dp, -0.15)}" fill-rule="evenodd"/>`, R(-10, yy, W + 20, H, k.m('deep', dp * 0.7, -0.25)));
    for (let i = -1; i <= n; i++) { o.push(col(i * gap + gap / 2, w, h, dp)); if (dp < 0.7) o.push(E(i * gap + gap / 2, yy + 4, w * 1.6, 8, k.glow, 'opacity=".45"')); }
  }
  for (let i = 0; i < 26; i++) o.push(lens(k.between(0, W), k.between(y - 20, H), k.between(60, 200), 3.5, i % 3 ? k.glow : k.m('lagoon'), 0));
  return o.join('');
}
/** Rays of light falling from a dome's openings. */
export const shafts = (k, { n = 5, y1 = 0, y2 = 900, x1 = 300, x2 = 1300, slant = -160, w = 46, c = k.m('paper'), o = 0.32 }) => Array.from({ length: n }, (_, i) => { const x = x1 + (x2 - x1) * (i + 0.5) / n; return pg([[x - w * 0.3, y1], [x + w * 0.3, y1], [x + slant + w * 1.7, y2], [x + slant - w * 1.2, y2]], c, `opacity="${o}"`); }).join('');
export const fountain = (k, { x, y, s = 1 }) => G(x, y, s, [P('M-150 0Q-140 -50 -110 -60H110Q140 -50 150 0Z', k.m('paper')), E(0, -60, 120, 18, k.m('lagoon')), P('M-14 -60L-9 -120H9L14 -60Z', k.m('stone')), P('M-64 -140Q-40 -112 0 -112Q40 -112 64 -140Z', k.m('paper')), E(0, -140, 64, 10, k.m('lagoon')), curve('M0 -146Q-30 -200 -56 -146M0 -146Q30 -200 56 -146M0 -146V-196', k.m('glass', 0, 0.4), 5), curve('M-60 -136Q-90 -110 -84 -66M60 -136Q90 -110 84 -66', k.m('glass', 0, 0.4), 5), R(-170, -8, 340, 16, k.m('link'), 4)]);
export const basin = (k, { x, y, s = 1 }) => G(x, y, s, [P('M-110 -100H110Q100 -40 50 -30L60 0H-60L-50 -30Q-100 -40 -110 -100Z', k.m('paper')), P('M40 -100H110Q100 -40 50 -30L60 0H20Z', k.m('paper', 0, -0.16)), E(0, -100, 110, 18, k.m('stone', 0, -0.1)), E(0, -100, 92, 12, k.m('lagoon')), R(-12, -210, 24, 60, k.m('brass'), 8), curve('M0 -164Q34 -160 30 -112', k.m('glass', 0, 0.4), 8)]);
export const bowl = (k, { x, y, s = 1, c = 'copper', fill = 'lagoon' }) => G(x, y, s, [P('M-90 -60Q-70 0 -30 4H30Q70 0 90 -60Z', k.m(c)), P('M20 -60Q30 -10 10 4H30Q70 0 90 -60Z', k.m(c, 0, -0.25)), E(0, -60, 90, 16, k.m(c, 0, 0.2)), E(0, -60, 76, 11, k.m(fill)), curve('M-78 -36Q0 -20 78 -36', k.m(c, 0, -0.35), 4)]);
export const argan = (k, { x, y, s = 1 }) => G(x, y, s, [P('M-44 0V-130Q-44 -160 -18 -170V-210H18V-170Q44 -160 44 -130V0Z', k.m('saffron', 0, -0.08)), P('M10 -170H18Q44 -160 44 -130V0H16Z', k.m('saffron', 0, -0.28)), R(-22, -240, 44, 34, k.m('wood'), 5), R(-44, -112, 88, 60, k.m('cream')), P('M-20 -82Q0 -108 20 -82Q0 -58 -20 -82Z', k.m('leaf'))]);
export const towel = (k, { x, y, s = 1 }) => G(x, y, s, [[0, 'paper'], [1, 'pom'], [2, 'glass']].map(([i, c]) => R(-120, -44 - i * 46, 240, 44, k.m(c), 20) + R(-120, -30 - i * 46, 240, 5, k.m(c === 'pom' ? 'saffron' : 'link'))));
