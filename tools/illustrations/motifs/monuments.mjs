// Rock-cut and ruined places, museums, and the streets' fittings.
import { H, P, C, E, R, G, ln, curve, pg, clip, lens, archD } from '../core.mjs';

/** Petra's treasury, 520 wide and 760 high at s = 1. */
export function treasury(k, { x, y, s = 1, depth = 0, lit = true }) {
  const c = k.m('rose', depth, lit ? 0.14 : 0), d = k.m('rose', depth, -0.26), b = k.m('rose', depth, -0.5), l = k.m('rose', depth, 0.34), o = [];
  const col = (cx, y0, h, w = 34) => o.push(R(cx - w / 2, y0 - h, w, h, c), R(cx + w * 0.1, y0 - h, w * 0.4, h, d), P(`M${cx - w * 0.5} ${y0 - h}L${cx - w * 0.8} ${y0 - h - w * 0.8}H${cx + w * 0.8}L${cx + w * 0.5} ${y0 - h}Z`, l), R(cx - w * 0.7, y0 - 10, w * 1.4, 10, l));
  o.push(R(-270, -800, 540, 800, k.m('rose', depth, -0.14)), R(-262, -372, 524, 372, d));
  o.push(R(-70, -250, 140, 250, b), R(-52, -232, 104, 232, k.m('ink', depth + 0.04)), P('M-84 -250L0 -290L84 -250Z', c), R(-196, -230, 60, 230, k.m('rose', depth, -0.36)), R(136, -230, 60, 230, k.m('rose', depth, -0.36)), E(-166, -130, 18, 60, d), E(166, -130, 18, 60, d));
  [-232, -150, -84, 84, 150, 232].forEach((cx) => col(cx, 0, 300));
  o.push(R(-266, -352, 532, 30, c), R(-276, -362, 552, 12, l), P('M-160 -362L0 -430L160 -362Z', c), P('M-116 -368L0 -416L116 -368Z', d), C(0, -388, 12, l));
  o.push(R(-250, -700, 500, 270, k.m('rose', depth, -0.34)));
  o.push(P('M-256 -430V-440H256V-430Z', l));
  [-222, -128].forEach((cx) => { col(cx, -440, 170, 28); }); [128, 222].forEach((cx) => col(cx, -440, 170, 28));
  o.push(P('M-262 -630V-664L-176 -712L-108 -668V-630Z', c), P('M262 -630V-664L176 -712L108 -668V-630Z', c), R(-268, -638, 166, 12, l), R(102, -638, 166, 12, l), E(-176, -530, 17, 56, c), E(176, -530, 17, 56, c));
  o.push(R(-72, -620, 144, 180, c), R(16, -620, 56, 180, d), R(-44, -590, 30, 150, d), E(-2, -520, 18, 58, l), col(-62, -440, 176, 18) || '', R(-82, -640, 164, 22, l), P('M-80 -640Q-40 -720 0 -740Q40 -720 80 -640Z', c), P('M10 -736Q50 -714 80 -640H20Z', d), P('M-14 -738Q-26 -766 -12 -782H12Q26 -766 14 -738Z', l));
  return G(x, y, s, o.filter((v) => typeof v === 'string'));
}
/** Hegra's tombs: one boulder, one façade. */
export function hegraTomb(k, { x, y, s = 1, depth = 0, w = 520, h = 560, lone = true, mat = 'redsand' }) {
  const c = k.m(mat, depth), l = k.m(mat, depth, 0.25), d = k.m(mat, depth, -0.28), b = k.m('ink', depth + 0.05), o = [], fw = w * 0.36, fh = h * 0.74;
  if (lone) o.push(G(0, 0, 1, k.massif({ y: 0, blocks: [[0, w, -h]], depth, mat, cuts: 14 })));
  const f = fw / 2;
  o.push(R(-f - 10, -fh - 8, fw + 20, fh + 8, d), R(-f, -fh, fw, fh, c));
  for (const sx of [-1, 1]) { o.push(R(sx < 0 ? -f : f - fw * 0.1, -fh * 0.68, fw * 0.1, fh * 0.68, l), R(sx < 0 ? -f - 5 : f - fw * 0.1 - 5, -fh * 0.7, fw * 0.1 + 10, 12, l)); }
  o.push(R(-f - 6, -fh * 0.76, fw + 12, 9, l), R(-f - 6, -fh * 0.72, fw + 12, 5, d), R(-f - 8, -fh * 0.83, fw + 16, 10, l));
  for (const sx of [-1, 1]) for (let i = 0; i < 5; i++) o.push(R(sx < 0 ? -f + i * 0 : f - fw * (0.46 - i * 0.085), -fh * 0.84 - (i + 1) * fh * 0.03, fw * (0.46 - i * 0.085), fh * 0.031, i % 2 ? l : k.m(mat, depth, 0.12)));
  o.push(R(-fw * 0.18, -fh * 0.44, fw * 0.36, fh * 0.44, l), P(`M${-fw * 0.22} ${-fh * 0.44}L0 ${-fh * 0.56}L${fw * 0.22} ${-fh * 0.44}Z`, l), P(`M${-fw * 0.14} ${-fh * 0.455}L0 ${-fh * 0.53}L${fw * 0.14} ${-fh * 0.455}Z`, d), R(-fw * 0.1, -fh * 0.35, fw * 0.2, fh * 0.35, b), P(`M${fw * 0.02} ${-fh * 0.66}q-20 -8 -28 -22q12 4 20 6q4 -10 8 -10q4 0 8 10q8 -2 20 -6q-8 14 -28 22Z`, d));
  return G(x, y, s, o);
}
export function elephantRock(k, { x, y, s = 1, depth = 0, mat = 'clay', flip = false }) {
  const d = 'M-340 0C-372 -90 -352 -210 -310 -290C-262 -380 -160 -430 -40 -432C40 -436 80 -410 118 -424C176 -450 262 -430 300 -370C336 -320 338 -250 346 -180C352 -110 362 -50 392 0H296C300 -60 294 -130 280 -190C266 -250 226 -262 196 -222C158 -170 132 -80 118 0Z';
  return G(x, y, s, [P(d, k.m(mat, depth)), clip(d, [P('M118 -430C84 -390 92 -330 150 -300C196 -280 150 -160 118 0H62C92 -120 70 -200 40 -280C20 -350 60 -410 118 -430Z', k.m(mat, depth, -0.22)), E(232, -338, 20, 11, k.m(mat, depth, -0.5), 'transform="rotate(14 232 -338)"'), P('M300 -370C336 -320 338 -250 346 -180C352 -110 362 -50 392 0H340C326 -110 330 -240 280 -300Z', k.m(mat, depth, -0.3)), ...[0, 1, 2, 3, 4, 5].map((i) => curve(`M-340 ${-60 - i * 62}Q-160 ${-80 - i * 66} 20 ${-66 - i * 60}T330 ${-120 - i * 40}`, k.m(mat, depth, i % 2 ? 0.22 : -0.2), 5)), ...Array.from({ length: 12 }, () => lens(k.between(-300, 100), k.between(-400, -40), 40, 5, k.m(mat, depth, -0.3), 80))]), lens(0, 4, 760, 8, k.m(mat, depth, -0.4))], { flip });
}
/** Lotus or papyrus columns of a hypostyle hall, front view. */
export function templeColumn(k, { x, y, h = 600, w = 120, depth = 0, mat = 'dust', open = true, light = false }) {
  const c = k.m(mat, depth, light ? 0.1 : 0), d = k.m(mat, depth, -0.3), hi = k.m(mat, depth, 0.3), o = [];
  const shaft = `M${x - w * 0.44} ${y}Q${x - w * 0.56} ${y - h * 0.1} ${x - w * 0.48} ${y - h * 0.2}L${x - w * 0.4} ${y - h * 0.82}H${x + w * 0.4}L${x + w * 0.48} ${y - h * 0.2}Q${x + w * 0.56} ${y - h * 0.1} ${x + w * 0.44} ${y}Z`;
  const cap = open ? `M${x - w * 0.4} ${y - h * 0.82}Q${x - w * 0.46} ${y - h * 0.92} ${x - w * 0.82} ${y - h * 0.96}H${x + w * 0.82}Q${x + w * 0.46} ${y - h * 0.92} ${x + w * 0.4} ${y - h * 0.82}Z` : `M${x - w * 0.4} ${y - h * 0.82}Q${x - w * 0.62} ${y - h * 0.87} ${x - w * 0.36} ${y - h * 0.96}H${x + w * 0.36}Q${x + w * 0.62} ${y - h * 0.87} ${x + w * 0.4} ${y - h * 0.82}Z`;
  const bands = [];
  for (const [t, col] of [[0.78, 'pom'], [0.76, 'link'], [0.74, 'saffron'], [0.24, 'link'], [0.22, 'saffron']]) bands.push(R(x - w, y - h * t, w * 2, h * 0.013, k.m(col, depth + 0.15)));
  for (let r = 0; r < 4; r++) for (let i = 0; i < 4; i++) { const gx = x - w * 0.32 + i * w * 0.18, gy = y - h * (0.34 + r * 0.1); bands.push((i + r) % 3 === 0 ? E(gx, gy, w * 0.05, h * 0.02, d) : (i + r) % 3 === 1 ? ln([[gx, gy - h * 0.025], [gx, gy + h * 0.02], [gx + w * 0.06, gy + h * 0.02]], d, 4) : curve(`M${gx - w * 0.05} ${gy}q${w * 0.05} ${-h * 0.03} ${w * 0.1} 0`, d, 4)); }
  o.push(R(x - w * 0.64, y - h * 0.03, w * 1.28, h * 0.035, d), P(shaft, c), P(cap, c), clip(shaft, [...bands, R(x + w * 0.14, y - h, w, h, d, 0, 'opacity=".75"')]), clip(cap, [R(x + w * 0.2, y - h, w, h, d, 0, 'opacity=".75"'), ...[-0.5, -0.25, 0, 0.25, 0.5].map((t) => lens(x + t * w, y - h * 0.89, h * 0.13, 7, k.m('link', depth + 0.2), 90 + t * 40))]), R(x - w * 0.44, y - h * 0.99, w * 0.88, h * 0.035, hi));
  return o.join('');
}
export const obelisk = (k, { x, y, h = 420, depth = 0, mat = 'rose' }) => P(`M${x - h * 0.055} ${y}L${x - h * 0.034} ${y - h * 0.93}L${x} ${y - h}L${x + h * 0.034} ${y - h * 0.93}L${x + h * 0.055} ${y}Z`, k.m(mat, depth)) + P(`M${x} ${y}V${y - h}L${x + h * 0.034} ${y - h * 0.93}L${x + h * 0.055} ${y}Z`, k.m(mat, depth, -0.25)) + [0.2, 0.32, 0.44, 0.56, 0.68].map((t) => ln([[x - h * 0.02, y - h * t], [x - h * 0.02, y - h * t - h * 0.05], [x - h * 0.006, y - h * t - h * 0.05]], k.m(mat, depth, -0.3), 3)).join('');
export function pylon(k, { x, y, w = 520, h = 300, depth = 0, mat = 'dust' }) {
  const c = k.m(mat, depth), d = k.m(mat, depth, -0.24), one = (a, b) => `M${a} ${y}L${a + (b - a) * 0.09} ${y - h}H${b - (b - a) * 0.09}L${b} ${y}Z`, o = [];
  for (const [a, b] of [[x - w / 2, x - w * 0.07], [x + w * 0.07, x + w / 2]]) { const q = one(a, b); o.push(P(q, c), clip(q, [R(a + (b - a) * 0.66, y - h, b - a, h, d), ...[0.3, 0.52, 0.74].map((t) => R(a, y - h * t, b - a, 3, d)), ...[0.25, 0.5].map((t) => R(a + (b - a) * t, y - h * 0.8, 12, h * 0.8, d))]), P(`M${a + (b - a) * 0.09 - 12} ${y - h - 16}H${b - (b - a) * 0.09 + 12}L${b - (b - a) * 0.09} ${y - h}H${a + (b - a) * 0.09}Z`, c)); }
  o.push(R(x - w * 0.1, y - h * 0.62, w * 0.2, h * 0.62, c), R(x - w * 0.05, y - h * 0.46, w * 0.1, h * 0.46, k.m('ink', depth + 0.1)), R(x - w * 0.12, y - h * 0.66, w * 0.24, h * 0.06, c));
  return o.join('');
}
/** A seated colossus, full face. */
export const colossus = (k, { x, y, s = 1, depth = 0, mat = 'dust' }) => { const c = k.m(mat, depth), d = k.m(mat, depth, -0.28); return G(x, y, s, [R(-90, -200, 180, 200, d), P('M-70 -250Q-60 -300 0 -300Q60 -300 70 -250L80 -150H-80Z', c), P('M-48 -300L-58 -372Q-40 -410 0 -412Q40 -410 58 -372L48 -300Q0 -280 -48 -300Z', c), E(0, -346, 32, 42, k.m(mat, depth, 0.14)), R(-12, -312, 24, 30, d), curve('M-18 -356h12M6 -356h12M-10 -328q10 6 20 0', d, 4), P('M-76 -160H-6V0H-80V-120ZM76 -160H6V0H80V-120Z', c), R(-6, -150, 12, 150, d), R(-80, -166, 160, 26, k.m(mat, depth, 0.14)), R(-80, -10, 74, 14, k.m(mat, depth, 0.14)), R(6, -10, 74, 14, k.m(mat, depth, 0.14)), limb2([[-72, -244], [-84, -186], [-44, -158]], k.m(mat, depth, 0.14)), limb2([[72, -244], [84, -186], [44, -158]], k.m(mat, depth, -0.14))]); };
const limb2 = (p, c) => ln(p, c, 26);

/** Louvre Abu Dhabi from the water: the pierced dome over white blocks. */
export function louvre(k, { x, y, s = 1, depth = 0 }) {
  const d = 'M-560 -120Q-300 -290 0 -290Q300 -290 560 -120Q300 -150 0 -150T-560 -120Z', o = [], c = k.m('steel', depth, 0.1);
  for (const [a, w, h] of [[-470, 130, 70], [-330, 160, 100], [-150, 130, 80], [0, 180, 112], [190, 130, 76], [330, 170, 96]]) o.push(R(a, -h, w, h, k.m('paper', depth)), R(a + w * 0.7, -h, w * 0.3, h, k.m('paper', depth, -0.14)), R(a + 20, -h + 26, 22, 34, k.lit ? k.glow : k.m('basalt', depth)), R(a + 66, -h + 26, 22, 34, k.m('basalt', depth)));
  o.push(P('M-490 -122Q0 -160 490 -122L470 -64H-470Z', k.m('basalt', depth, -0.3), 'opacity=".55"'), P(d, c)); const stars = [];
  for (let i = 0; i < 19; i++) for (let j = 0; j < 4; j++) { const sx = -540 + i * 60 + (j % 2) * 30, sy = -268 + j * 38; stars.push(P(`M${sx - 24} ${sy}L${sx} ${sy - 14}L${sx + 24} ${sy}L${sx} ${sy + 14}Z`, k.lit ? k.glow : k.m('paper', depth), `opacity="${j % 2 ? 0.75 : 0.5}"`)); }
  o.push(clip(d, stars), curve('M-560 -120Q-300 -290 0 -290Q300 -290 560 -120', k.m('basalt', depth), 5));
  return G(x, y, s, o);
}
/** Museum of Islamic Art, Doha: stacked octagons. */
export function mia(k, { x, y, s = 1, depth = 0 }) {
  const c = k.m('stone', depth), d = k.m('stone', depth, -0.2), o = [], b = (a, t, w, h, sh) => o.push(R(a, t - h, w, h, sh ? d : c), R(a + w * 0.6, t - h, w * 0.4, h, d));
  b(-330, 0, 660, 130); b(-230, -130, 460, 90); b(-160, -210, 320, 76); b(-104, -284, 208, 66); o.push(P('M-104 -350L-60 -390H60L104 -350Z', c), P('M20 -390H60L104 -350H20Z', d), R(-40, -440, 80, 52, c), R(8, -440, 32, 52, d), P(archD(-16, -400, 20, 24), k.m('ink', depth + 0.1)), P(archD(20, -400, 20, 24), k.m('ink', depth + 0.1)));
  o.push(pg([[-230, -130], [-150, -130], [-190, -220]], d), pg([[150, -130], [230, -130], [190, -220]], c)); for (let i = 0; i < 5; i++) o.push(P(archD(-40 + i * 20, 0, 14, 100), k.lit ? k.glow : k.m('ink', depth + 0.1))); for (const a of [-270, -200, 200, 270]) o.push(P(archD(a, -20, 30, 70), k.m('basalt', depth)));
  b(350, 0, 150, 70); b(-500, 0, 150, 70);
  return G(x, y, s, o);
}
/** A wall of mud-brick rooms climbing in steps: AlUla, Misfat. */
export function mudVillage(k, { x, y, w = 900, h = 360, depth = 0, mat = 'earth', n = 26 }) {
  let o = ''; const rows = 5;
  for (let r = rows - 1; r >= 0; r--) { const span = w * (1 - (r / rows) * 0.55), per = Math.round(n / rows * (1 - r / 9)) + 2; for (let i = 0; i < per; i++) { const bw = span / per * k.between(0.9, 1.3), bx = x - span / 2 + i * span / per, bh = h / rows * k.between(1.05, 1.5), by = y - r * h / rows * 0.82, dd = depth + r * 0.045; o += R(bx, by - bh, bw, bh + 12, k.m(mat, dd, (i + r) % 3 === 0 ? 0.12 : 0)) + R(bx + bw * 0.72, by - bh, bw * 0.28, bh + 12, k.m(mat, dd, -0.2)) + R(bx - 2, by - bh - 4, bw + 4, 6, k.m(mat, dd, -0.28)); if (k.rnd() > 0.2) o += R(bx + bw * 0.2, by - bh * 0.62, bw * 0.13, bh * 0.24, k.lit && k.rnd() > 0.4 ? k.glow : k.m('darkwood', dd)); if (k.rnd() > 0.4) o += R(bx + bw * 0.46, by - bh * 0.62, bw * 0.13, bh * 0.24, k.m('darkwood', dd)); } }
  return o;
}
/** Bedouin tent: long, low and black with striped cloth. */
export function tent(k, { x, y, s = 1, flip = false, c = 'darkwood', trim = 'cream', open = true, glow = true }) {
  const a = k.m(c), d = k.m(c, 0, -0.3), t = k.m(trim);
  return G(x, y, s, [open ? P('M-200 0V-110H200V0Z', k.m(glow && k.lit ? 'saffron' : 'pom', 0, -0.1)) : '', open ? [0, 1, 2, 3, 4].map((i) => R(-190 + i * 84, -108, 16, 108, k.m('pom', 0, -0.3))).join('') : '', P('M-300 0L-210 -118L-110 -150Q-60 -140 0 -168Q60 -140 110 -150L210 -118L300 0H216V-96Q100 -120 0 -112T-216 -96V0Z', a), P('M-210 -118L-110 -150Q-60 -140 0 -168Q60 -140 110 -150L210 -118Q100 -128 0 -128T-210 -118Z', d), curve('M-216 -98Q-100 -122 0 -114T216 -98', t, 6), curve('M-214 -86Q-100 -110 0 -102T214 -86', k.m('pom'), 4), ln([[-110, -150], [-360, 4]], t, 2), ln([[110, -150], [360, 4]], t, 2), ln([[0, -168], [0, -180]], k.m('wood'), 5)], { flip });
}
export const bellTent = (k, { x, y, s = 1, lit = k.lit }) => G(x, y, s, [P('M-150 0L-128 -60Q-40 -120 0 -220Q40 -120 128 -60L150 0Z', k.m('cream')), P('M20 0L0 -220Q40 -120 128 -60L150 0Z', k.m('cream', 0, -0.18)), P('M-40 0Q-20 -70 0 -130Q20 -70 40 0Z', lit ? k.glow : k.m('darkwood')), ln([[0, -220], [0, -244]], k.m('wood'), 5), ln([[-128, -60], [-200, 4]], k.m('cream'), 2), ln([[128, -60], [200, 4]], k.m('cream'), 2)]);
export function fire(k, { x, y, s = 1 }) {
  return G(x, y, s, [E(0, 0, 150, 26, k.m('saffron'), 'opacity=".28"'), E(0, 0, 92, 15, k.m('saffron'), 'opacity=".4"'), P('M-40 0Q-66 -60 -20 -100Q-16 -70 0 -60Q-6 -120 26 -160Q30 -100 56 -70Q70 -30 40 0Z', k.raw('pom')), P('M-26 0Q-44 -44 -10 -76Q-4 -50 8 -44Q10 -90 26 -110Q30 -70 44 -46Q50 -18 28 0Z', '#E07A33'), P('M-10 0Q-22 -30 2 -56Q22 -30 18 0Z', k.raw('saffron')), ln([[-52, 6], [44, -10]], k.m('darkwood'), 13), ln([[-44, -10], [52, 6]], k.m('wood'), 13), ...[[-40, -150], [30, -190], [-10, -210], [54, -140]].map(([a, b]) => C(a, b, 3.5, k.raw('saffron')))]);
}
export const flag = (k, { x, y, h = 120, c = 'pom' }) => ln([[x, y], [x, y - h]], k.m('ink'), 5) + P(`M${x} ${y - h}q26 -12 50 0t46 0v44q-20 12 -46 0t-50 0Z`, k.m(c));
