// Cliffs close at hand and what is cut into them.
import { W, H, P, C, R, G, ln, curve, sm, clip, lens } from '../core.mjs';

/** A cliff that fills the view from `top` down, banded like sandstone. */
export function cliffWall(k, { mat = 'rose', top = -20 }) {
  const pts = []; for (let x = -60; x <= W + 60; x += 120) pts.push([x, top + k.between(-30, 30)]);
  const d = sm(pts, false, 0.6) + `L${W + 60} ${H + 20}H-60Z`, o = [];
  for (let i = 0; i < 9; i++) { const y = Math.max(top, 0) + i * 118, a = []; for (let x = -60; x <= W + 60; x += 180) a.push([x, y + k.between(-26, 26)]); o.push(P(sm(a, false) + 'L' + sm(a.map(([x, yy]) => [x, yy + k.between(14, 40)]).reverse(), false).slice(1) + 'Z', k.m(mat, 0.06, i % 2 ? -0.14 : 0.16), 'opacity=".8"')); }
  for (let i = 0; i < 34; i++) o.push(lens(k.between(0, W), k.between(top, H), k.between(90, 300), 6, k.m(mat, 0, i % 3 ? -0.22 : 0.25), 88 + k.between(-6, 6)));
  return P(d, k.m(mat, 0.06)) + clip(d, o);
}
/** Petra's Monastery, 620 wide. */
export function monastery(k, { mat = 'rose' } = {}) {
  const c = k.m(mat, 0, 0.1), d = k.m(mat, 0, -0.28), b = k.m(mat, 0, -0.48), l = k.m(mat, 0, 0.32), o = [R(-320, -560, 640, 560, k.m(mat, 0, -0.12))];
  const col = (x, y, h, w) => R(x - w / 2, y - h, w, h, c) + R(x + w * 0.1, y - h, w * 0.4, h, d) + R(x - w * 0.75, y - h - 8, w * 1.5, 10, l);
  for (const x of [-290, -190, -96, 96, 190, 290]) o.push(col(x, 0, 240, 36));
  o.push(R(-64, -190, 128, 190, b), R(-44, -170, 88, 170, k.m('ink')), P('M-80 -190L0 -226L80 -190Z', c), R(-260, -150, 44, 110, b), R(216, -150, 44, 110, b), R(-330, -272, 660, 24, l), R(-320, -250, 640, 8, d));
  for (const x of [-280, -180, 180, 280]) o.push(col(x, -272, 150, 30)); o.push(col(-100, -272, 150, 28), col(100, -272, 150, 28));
  o.push(P('M-300 -440V-468L-200 -510L-140 -474V-440Z', c), P('M300 -440V-468L200 -510L140 -474V-440Z', c), P('M-70 -272V-440H70V-272Z', c), R(20, -440, 50, 168, d), R(-24, -400, 48, 110, b), P('M-80 -440Q-50 -520 0 -540Q50 -520 80 -440Z', l), P('M10 -536Q52 -516 80 -440H24Z', d), P('M-18 -538Q-30 -570 -14 -590H14Q30 -570 18 -538Z', l));
  return o.join('');
}
export function tombDoors(k, { y = 520, mat = 'rock' }) { let o = ''; for (const [x, q] of [[300, 0.8], [480, 1], [620, 1.1], [800, 1.15], [980, 1.1], [1140, 0.9], [1300, 0.8]]) o += R(x - 38 * q, y - 10, 76 * q, 96 * q, k.m(mat, 0, -0.25)) + R(x - 30 * q, y, 60 * q, 86 * q, k.m('ink', 0.05)); return o; }
export const lionCarving = (k, { x, y, s = 1, flip = false }) => G(x, y, s, [R(-70, -110, 140, 116, k.m('rock', 0, -0.22)), P('M-50 0V-60Q-48 -92 -16 -92Q14 -94 22 -70L30 -50V0H16V-34H-30V0Z', k.m('rock', 0, 0.3)), C(6, -74, 26, k.m('rock', 0, 0.2)), C(6, -74, 16, k.m('rock', 0, 0.38)), C(2, -78, 3, k.m('ink')), C(12, -78, 3, k.m('ink')), curve('M-50 -30Q-66 -50 -58 -76', k.m('rock', 0, 0.3), 7)], { flip });
/** Invented strokes in the manner of old inscriptions, with beasts; no real letters. */
export function inscriptions(k, { mat = 'clay' }) {
  const c = k.m(mat, 0, 0.42), o = [], g = ['M0 34Q12 -18 24 34M12 10V34', 'M0 6q6 -10 12 0t12 0M0 22q6 -10 12 0t12 0', 'M2 12A10 10 0 1 0 22 12A10 10 0 1 0 2 12M12 12V12', 'M12 34V16M2 2Q2 16 12 16Q22 16 22 2M12 2V16', 'M4 34V8Q12 -6 20 8V34M4 20H20M12 20V34', 'M0 4L24 4M4 14L20 14M8 24L16 24M12 32V32', 'M2 34Q-4 10 12 2Q28 10 22 34', 'M12 0V34M2 8L12 0L22 8M2 34H22'];
  for (let r = 0; r < 7; r++) for (let i = 0; i < 13; i++) if (k.rnd() > 0.12) o.push(`<path d="${g[Math.floor(k.rnd() * g.length)]}" transform="translate(${560 + i * 52 + k.between(-5, 5)} ${170 + r * 74 + Math.sin(i / 2) * 8}) scale(1.25)" fill="none" stroke="${c}" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/>`);
  o.push(G(330, 330, 2.2, k.camel({ x: 0, y: 0, s: 1, sil: c, saddle: 'none' })), k.goat({ x: 1370, y: 430, s: 2, sil: c, flip: true }), k.goat({ x: 1300, y: 640, s: 1.5, sil: c }));
  return o.join('');
}
export function constellation(k, { x, y }) { const p = [[0, 0], [90, 60], [170, 140], [250, 190], [420, 150], [470, 280], [270, 330], [250, 190]].map(([a, b]) => [x + a, y + b]), c = k.m('#F7F8F5'); return ln(p, k.glow, 2.5, 'stroke-dasharray="3 10"') + p.map(([a, b]) => C(a, b, 8, '#F7F8F5') + C(a, b, 17, '#F7F8F5', 'opacity=".2"')).join(''); }
export const platform = (k, { x, y }) => R(x - 340, y, 420, 20, k.m('wood')) + [-300, -160, 40].map((v) => R(x + v, y + 20, 16, 160, k.m('darkwood'))).join('') + R(x - 90, y - 380, 18, 380, k.m('darkwood')) + ln([[x - 82, y - 340], [x - 330, y]], k.m('darkwood'), 6) + R(x - 340, y - 110, 150, 7, k.m('wood')) + R(x - 340, y - 110, 8, 110, k.m('wood'));
/** Palm-trunk beams across a lane. */
export const beams = (k, { n = 4 }) => { let o = ''; for (let i = 0; i < n; i++) { const t = ((i + 0.6) / n) ** 1.3, y = 520 - 300 * t * 1.5, l = 700 - 700 * t, r = 900 + 700 * t; o += P(`M${l} ${y}L${r} ${y + 6}V${y + 18 + 26 * t}L${l} ${y + 14 + 26 * t}Z`, k.m('wood', 0.2 - t * 0.2)); } return o; };
export function candles(k, { y1 = 860, y2 = 1040, rows = 5 }) { let o = ''; for (let r = 0; r < rows; r++) { const t = r / (rows - 1), y = y1 + (y2 - y1) * t ** 1.2, n = 11 - r; for (let i = 0; i < n; i++) { const x = 800 + (i - (n - 1) / 2) * (52 + t * 90) + k.between(-12, 12); if (r > 2 && Math.abs(x - 450) < 110 || r > 2 && Math.abs(x - 1170) < 110) continue; o += k.candle({ x, y, s: 0.35 + t * 0.7 }); } } return o; }
/** Lanterns on both sides of a path into a gorge. */
export function pathLights(k, { n = 9, vy = 640 }) { let o = P(`M770 ${vy}L830 ${vy}L1250 ${H + 10}H350Z`, k.m('dust', 0, -0.1)); for (let i = 0; i < n; i++) { const t = (i / (n - 1)) ** 1.7, y = vy + 16 + (H - vy - 40) * t, w = 40 + 400 * t; o += k.candle({ x: 800 - w, y, s: 0.25 + t * 1.1 }) + k.candle({ x: 800 + w, y, s: 0.25 + t * 1.1 }); } return o; }
