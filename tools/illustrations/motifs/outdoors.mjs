// Roads, fences, decks, bird's-eye pieces and other settings that stand between ground and figures.
import { W, H, P, C, R, G, ln, curve, pg, sm, clip, lens, limb, hatch } from '../core.mjs';

export const road = (k, { y, h = 200, mat = 'basalt' }) => R(-10, y, W + 20, H - y + 10, k.m('dust')) + R(-10, y + 50, W + 20, h, k.m(mat)) + R(-10, y + 44, W + 20, 8, k.m('paper', 0.2)) + Array.from({ length: 9 }, (_, i) => R(i * 200 - 40, y + 50 + h * 0.84, 110, 9, k.m('saffron'))).join('') + R(-10, y + 50 + h, W + 20, 8, k.m('paper', 0.2));
/** A road running into the picture. */
export const roadAway = (k, { vx = 800, vy = 640, w = 900, mat = 'basalt', bend = 0 }) => P(`M${vx - 8} ${vy}Q${vx - w * 0.1 + bend} ${vy + (H - vy) * 0.45} ${vx - w / 2} ${H + 10}H${vx + w / 2}Q${vx + w * 0.1 + bend} ${vy + (H - vy) * 0.45} ${vx + 8} ${vy}Z`, k.m(mat, 0.1)) + (mat === 'basalt' ? [0.2, 0.36, 0.55, 0.8] : []).map((t, i) => { const yy = vy + (H - vy) * t, q = 4 + 22 * t; return pg([[vx - q * 0.4 + bend * 0.5 * (1 - t), yy], [vx + q * 0.4 + bend * 0.5 * (1 - t), yy], [vx + q * 0.6 + bend * 0.3 * (1 - t), yy + 20 + 60 * t], [vx - q * 0.6 + bend * 0.3 * (1 - t), yy + 20 + 60 * t]], k.m('saffron', 0.1)); }).join('');
export const fence = (k, { y, mat = 'wood', n = 14 }) => R(-10, y - 74, W + 20, 12, k.m(mat)) + R(-10, y - 36, W + 20, 12, k.m(mat)) + Array.from({ length: n }, (_, i) => P(`M${i * (W / (n - 1)) - 10} ${y}V${y - 96}l10 -10l10 10V${y}Z`, k.m(mat, 0, i % 2 ? -0.15 : 0))).join('');
/** A yacht's deck and rail seen from aboard. */
export function deck(k, { y = 820, mat = 'earth' }) {
  let o = P(`M-10 ${y}Q800 ${y - 60} ${W + 10} ${y}V${H + 10}H-10Z`, k.m(mat));
  for (let i = -8; i <= 8; i++) o += curve(`M${800 + i * 95} ${y - 50}L${800 + i * 210} ${H + 10}`, k.m(mat, 0, -0.25), 3);
  o += curve(`M-10 ${y}Q800 ${y - 60} ${W + 10} ${y}`, k.m('paper'), 14) + curve(`M-10 ${y - 130}Q800 ${y - 190} ${W + 10} ${y - 130}`, k.m('steel', 0, 0.3), 9) + curve(`M-10 ${y - 70}Q800 ${y - 130} ${W + 10} ${y - 70}`, k.m('steel', 0, 0.3), 4);
  for (let i = 0; i < 9; i++) { const x = i * 200, t = x / W, q = -120 * t * (1 - t); o += ln([[x, y + q], [x, y + q - 130]], k.m('steel', 0, 0.3), 7); }
  return o;
}
/** Bow or deck boards of a wooden boat across the bottom. */
export const gunwale = (k, { y = 860, mat = 'wood' }) => P(`M-10 ${y + 60}Q800 ${y - 70} ${W + 10} ${y + 60}V${H + 10}H-10Z`, k.m(mat)) + curve(`M-10 ${y + 60}Q800 ${y - 70} ${W + 10} ${y + 60}`, k.m(mat, 0, 0.25), 14) + curve(`M-10 ${y + 104}Q800 ${y - 26} ${W + 10} ${y + 104}`, k.m(mat, 0, -0.35), 5) + curve(`M-10 ${y + 160}Q800 ${y + 30} ${W + 10} ${y + 160}`, k.m(mat, 0, -0.35), 5);
/** A balloon basket near at hand, its riders and burner; the envelope fills the top. */
export function basketClose(k, { x, y, s = 1, cs = ['pom', 'cream', 'saffron'] }) {
  const o = [], d = 'M-130 -560C-420 -700 -900 -900 -900 -1300H900C900 -900 420 -700 130 -560Z', g = [];
  for (let i = 0; i < 6; i++) { const a = -900 + i * 300, b = a + 300; g.push(P(`M${a * 0.14} -555C${a * 0.46} -700 ${a} -900 ${a} -1300H${b}C${b} -900 ${b * 0.46} -700 ${b * 0.14} -555Z`, k.m(cs[i % 3], 0, i > 3 ? -0.15 : 0))); }
  o.push(clip(d, [...g, P('M-700 -800Q0 -640 700 -800V-770Q0 -610 -700 -770Z', k.m('ink'))]));
  for (const q of [-1, 1]) o.push(ln([[q * 122, -560], [q * 190, -190]], k.m('ink'), 5), ln([[q * 60, -556], [q * 90, -190]], k.m('ink'), 4), R(q * 190 - 8, -360, 16, 190, k.m('darkwood')));
  o.push(R(-196, -366, 392, 12, k.m('steel')), P('M-44 -366L-30 -430H30L44 -366Z', k.m('steel')), P('M0 -590Q-50 -500 -26 -430H26Q50 -500 0 -590Z', k.raw('saffron')), P('M0 -520Q-24 -470 -12 -430H12Q24 -470 0 -520Z', k.raw('paper')));
  const r = [['dress', 'hold', 'long', 'glass'], ['trek', 'photo', 'straw', 'link'], ['trek', 'up', 'cap', 'ink'], ['dress', 'point', 'straw', 'saffron'], ['trek', 'stand', 'hair', 'pom']];
  r.forEach(([outfit, pose, h, c1], i) => o.push(k.person({ x: -156 + i * 78, y: 40, h: 300 + (i % 2) * 22, outfit, pose, hat: h, c1 })));
  const b = 'M-214 -170H214L186 60H-186Z';
  o.push(P(b, k.m('earth')), clip(b, [hatch(-220, -180, 440, 250, 30, 0, k.m('wood'), 6), ...Array.from({ length: 12 }, (_, i) => ln([[-200 + i * 37, -170], [-176 + i * 32, 60]], k.m('wood', 0, -0.2), 5))]), R(-226, -190, 452, 34, k.m('darkwood'), 16), R(-196, 44, 392, 22, k.m('darkwood'), 8));
  return G(x, y, s, o);
}
/** From behind the wheel. */
export function dashboard(k, { c = 'darkwood', hands = true }) {
  const o = [P(`M-10 -10H${W + 10}V${H + 10}H-10ZM70 70Q800 20 1530 70L1590 720Q800 660 10 720Z`, k.m(c), 'fill-rule="evenodd"'), P('M-10 740Q800 640 1610 740V1080H-10Z', k.m(c, 0, 0.08)), curve('M-10 740Q800 640 1610 740', k.m('steel'), 5), R(690, 60, 220, 64, k.m('ink'), 16), R(702, 70, 196, 44, k.m('glass', 0.2), 10), C(450, 990, 250, 'none', `stroke="${k.m('ink')}" stroke-width="58"`), C(450, 990, 250, 'none', `stroke="${k.m('basalt')}" stroke-width="10"`), P('M230 960Q450 900 670 960L650 1030Q450 980 250 1030Z', k.m('ink')), C(450, 990, 52, k.m('basalt')), R(900, 810, 300, 170, k.m('ink'), 16), R(916, 826, 268, 138, k.m('link'), 8), curve('M930 940Q990 860 1040 900T1170 846', k.m('saffron'), 8), C(1170, 846, 12, k.m('pom')), R(1260, 830, 200, 40, k.m('ink'), 10), ...[0, 1, 2, 3].map((i) => ln([[1280 + i * 46, 836], [1280 + i * 46, 864]], k.m('steel'), 5))];
  if (hands) for (const [hx, hy, ex] of [[214, 900, 60], [690, 900, 800]]) o.push(limb([[ex, 1120], [(ex + hx) / 2, 1010], [hx, hy]], [64, 56, 40], k.m('paper')), C(hx, hy - 14, 44, k.m('skin')), ...[-24, -8, 8, 24].map((v) => ln([[hx - 22, hy - 20 + v], [hx + 22, hy - 24 + v]], k.m('skin', 0, -0.18), 3)));
  return o.join('');
}
export const seaFromAbove = (k) => R(0, 0, W, H, k.m('lagoon', 0.1)) + Array.from({ length: 5 }, (_, i) => P(sm([[-60, 100 + i * 230], [400, 40 + i * 240], [900, 130 + i * 215], [1700, 30 + i * 250]], false) + `V${H + 60}H-60Z`, k.m('water', 0.5 - i * 0.11))).join('') + Array.from({ length: 40 }, () => { const x = k.between(0, W), y = k.between(0, H); return lens(x, y, k.between(40, 130), 3, k.m('glass', 0.1)); }).join('');
/** The palm-shaped island, foreshortened. */
export function palmIsland(k, { x, y, s = 1 }) {
  const sd = k.m('dust'), gr = k.m('leaf', 0.1), o = [], fronds = [];
  o.push(`<g transform="scale(1 .62)">`, C(0, -60, 400, 'none', `stroke="${sd}" stroke-width="34" stroke-dasharray="700 60 860 60"`), C(0, -60, 400, 'none', `stroke="${gr}" stroke-width="12" stroke-dasharray="700 60 860 60"`));
  for (let i = 0; i < 8; i++) for (const q of [-1, 1]) { const by = 110 - i * 42, len = 250 - Math.abs(i - 3) * 26, ex = q * (90 + len * 0.84), ey = by - 60 - i * 16; fronds.push(curve(`M0 ${by}Q${q * 90} ${by - 6} ${ex * 0.8} ${ey}`, sd, 27), curve(`M${q * 26} ${by - 1}Q${q * 90} ${by - 6} ${ex * 0.79} ${ey}`, gr, 10)); }
  o.push(...fronds, R(-24, -260, 48, 640, sd), R(-8, -250, 16, 620, gr), C(0, -262, 40, sd), '</g>');
  for (let i = 0; i < 9; i++) o.push(R(-16 + (i % 2) * 18, -40 + i * 26 - 22, 11, 26, k.m('paper')));
  return G(x, y, s, o);
}
export const leafBunch = (k, { x, y, s = 1, c = 'leaf' }) => G(x, y, s, Array.from({ length: 9 }, (_, i) => { const a = (-30 + i * 12) / 57.3; return P(`M0 0Q${70 * Math.cos(a) - 12} ${70 * Math.sin(a) - 24} ${130 * Math.cos(a)} ${130 * Math.sin(a)}Q${70 * Math.cos(a) + 6} ${70 * Math.sin(a) + 16} 0 0Z`, k.m(i % 2 ? c : 'foliage')); }));
/** Wadi pool between stones. */
export const pool = (k, { y = 760, mat = 'lagoon', x1 = 100, x2 = 1500, h = 330 }) => { const d = sm([[x1, y + h * 0.4], [x1 + (x2 - x1) * 0.2, y + 6], [x1 + (x2 - x1) * 0.55, y], [x1 + (x2 - x1) * 0.85, y + 16], [x2, y + h * 0.44], [x2 - 60, y + h], [x1 + 40, y + h]]); return P(d, k.m(mat, 0.1)) + clip(d, [P(sm([[x1 - 60, y + h * 0.5], [x1 + 300, y + h * 0.36], [x2 - 300, y + h * 0.5], [x2 + 60, y + h * 0.34]], false) + `V${y + h + 20}H${x1 - 60}Z`, k.m(mat, 0, -0.16)), ...Array.from({ length: 22 }, () => { const t = k.rnd(); return lens(k.between(x1, x2), y + 16 + t * h, 60 + t * 120, 2 + t * 3, k.m('paper', 0.25)); })]); };
/** Terraced slope: bands of walls and planting. */
export function terraces(k, { y = 560, n = 6, dots = 'pink', mat = 'leaf', wall = 'dust', side = 1 }) {
  let o = '';
  for (let i = 0; i < n; i++) { const t = i / n, yy = y + (H - y) * t ** 0.92 + 4, a = [], dp = 0.4 * (1 - t); for (let x = -60; x <= W + 60; x += 150) a.push([x, yy + Math.sin(x / 270 + i * 1.3) * 26 + side * (x - 800) * 0.07 * (1 - t * 0.6)]); const th = 22 + 34 * t; o += P(sm(a, false) + `V${H + 20}H-60Z`, k.m(mat, dp, i % 2 ? -0.08 : 0.05)); for (let q = 0; q < 30 + i * 5; q++) { const p = a[Math.floor(k.rnd() * (a.length - 1))], bx = p[0] + k.between(0, 150), by = p[1] + k.between(10, th * 1.1); o += C(bx, by, (9 + 15 * t) * k.between(0.7, 1.1), k.m('foliage', dp)) + (dots ? C(bx - 4, by - 5 - 6 * t, 3.5 + 5.5 * t, k.m(dots, dp * 0.6, q % 3 ? 0 : 0.3)) : ''); } const b = a.map(([px, py]) => [px, py + th * 1.7]); o += P(sm(b, false) + `L${W + 60} ${b[b.length - 1][1] + th}` + sm(b.map(([px, py]) => [px, py + th * 0.8]).reverse(), false).replace('M', 'L') + 'Z', k.m(wall, dp)); for (let q = 0; q < 24; q++) { const xx = k.between(0, W), jj = Math.floor((xx + 60) / 150), py = b[jj][1] + (b[Math.min(jj + 1, b.length - 1)][1] - b[jj][1]) * ((xx + 60) / 150 - jj); o += lens(xx, py + th * 0.4, 26 + 26 * t, 2.4, k.m(wall, dp, -0.3)); } }
  return o;
}
/** Flagstone or plain floor with a horizon line, for squares. */
export const paving = (k, { y, mat = 'stone', depth = 0.05 }) => { let o = R(-10, y, W + 20, H - y + 10, k.m(mat, depth)); for (let i = 1; i < 8; i++) { const yy = y + (H - y) * (i / 8) ** 1.7; o += ln([[-10, yy], [W + 10, yy]], k.m(mat, depth, -0.14), 1.5 + i * 0.4); } for (let i = -9; i <= 9; i++) o += ln([[800 + i * 120, y], [800 + i * 260, H]], k.m(mat, depth, -0.14), 2); return o; };
/** Handrail or rope between posts. */
export const rope = (k, { pts, c = 'ink', w = 5 }) => curve(sm(pts, false), k.m(c), w);
