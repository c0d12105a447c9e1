// Details that one or two scenes ask for.
import { W, H, P, C, E, R, G, ln, curve, pg, sm, clip, lens, limb, hatch, archD } from '../core.mjs';

/** Mirror image in water at line y, cut by ripples. */
export const reflect = (k, body, y, o = 0.32) => `<g transform="translate(0 ${y}) scale(1 -.55)" opacity="${o}">${[body].flat(9).join('')}</g>` + Array.from({ length: 26 }, () => { const t = k.rnd(); return lens(k.between(80, W - 80), y + 10 + t * 210, 90 + t * 160, 2 + t * 3, k.m('lagoon', 0.25, 0.15)); }).join('');
/** Roof lattice with light between: Louvre Abu Dhabi from below. */
export function lattice(k, { y2 = 400 }) {
  const d = `M-10 -10H${W + 10}V${y2 * 0.5}Q800 ${y2 * 1.35} -10 ${y2 * 0.5}Z`, o = [];
  for (let i = 0; i < 27; i++) for (let j = 0; j < 9; j++) { const x = i * 62 + (j % 2) * 31, y = j * 56; o.push(P(`M${x} ${y - 24}L${x + 26} ${y}L${x} ${y + 24}L${x - 26} ${y}Z`, (i * 3 + j * 5) % 4 ? k.m('paper') : k.m('saffron', 0, 0.3)), P(`M${x - 31} ${y - 6}L${x - 22} ${y}L${x - 31} ${y + 6}L${x - 40} ${y}Z`, k.m('paper', 0.2))); }
  return P(d, k.m('basalt')) + clip(d, o) + curve(`M-10 ${y2 * 0.5}Q800 ${y2 * 1.35} ${W + 10} ${y2 * 0.5}`, k.m('ink'), 8);
}
export const oyster = (k, { x, y, s = 1, open = true }) => G(x, y, s, [open ? P('M-120 -20Q-130 -150 0 -170Q130 -150 120 -20Z', k.m('slate', 0, -0.15)) + P('M-104 -26Q-110 -136 0 -152Q110 -136 104 -26Z', k.m('glass', 0, 0.3)) + [0, 1, 2].map((i) => curve(`M${-84 + i * 16} -34Q${-80 + i * 18} ${-110 + i * 12} 0 ${-128 + i * 18}`, k.m('pink', 0.3), 4)).join('') : '', P('M-126 -24Q0 -60 126 -24Q110 40 0 44Q-110 40 -126 -24Z', k.m('slate')), open ? E(0, -20, 112, 22, k.m('paper')) + E(0, -20, 92, 16, k.m('pink', 0.35)) + C(16, -38, 26, k.m('paper')) + C(8, -46, 8, '#FFFFFF') + C(22, -32, 15, k.m('glass'), 'opacity=".5"') : curve('M-126 -24Q0 -6 126 -24', k.m('ink'), 5), curve('M-90 14Q0 36 90 14M-104 -2Q0 18 104 -2', k.m('slate', 0, -0.3), 4)]);
export const pearls = (k, { x, y }) => P(`M${x - 140} ${y}q140 -40 280 0q-20 60 -140 64q-120 -4 -140 -64Z`, k.m('pom')) + [[-60, 6], [-20, 22], [26, 10], [64, 24], [4, -4], [-34, -6]].map(([a, b]) => C(x + a, y + b, 14, k.m('paper')) + C(x + a - 4, y + b - 5, 4, '#FFFFFF')).join('');
export const basketNet = (k, { x, y, s = 1 }) => G(x, y, s, [P('M-120 0Q-140 -120 0 -150Q140 -120 120 0Z', k.m('dust')), clip('M-120 0Q-140 -120 0 -150Q140 -120 120 0Z', [hatch(-150, -160, 300, 170, 26, 45, k.m('wood'), 4), hatch(-150, -160, 300, 170, 26, -45, k.m('wood'), 4)]), curve('M-40 -146Q0 -230 40 -146', k.m('wood'), 9), ln([[0, -190], [60, -330]], k.m('cream'), 6)]);
export const perch = (k, { x, y, n = 4, gap = 150 }) => R(x - gap * n / 2, y - 172, gap * n, 26, k.m('leaf')) + R(x - gap * n / 2, y - 150, gap * n, 14, k.m('wood')) + [0, 1].map((i) => R(x - gap * n / 2 + 30 + i * (gap * n - 76), y - 140, 16, 140, k.m('wood', 0, -0.2))).join('');
/** Irrigation channel beside a path. */
export const falaj = (k, { y = 800 }) => P(`M1010 ${y}Q1080 ${y + 110} 1240 ${H + 10}H1370Q1150 ${y + 100} 1040 ${y}Z`, k.m('stone', 0, -0.1)) + P(`M1018 ${y}Q1090 ${y + 110} 1268 ${H + 10}H1342Q1140 ${y + 100} 1032 ${y}Z`, k.m('lagoon')) + [0.3, 0.5, 0.7, 0.88].map((t) => lens(1030 + 240 * t * t + 20, y + (H - y) * t, 30 + 30 * t, 3, k.m('paper'), 30)).join('');
/** Mountain road in hairpins. */
export const switchback = (k, { x, y }) => { const d = `M${x - 560} ${y + 60}Q${x - 200} ${y - 30} ${x + 190} ${y - 70}Q${x + 330} ${y - 100} ${x + 200} ${y - 140}Q${x} ${y - 170} ${x - 90} ${y - 190}Q${x - 190} ${y - 226} ${x - 60} ${y - 256}Q${x + 80} ${y - 280} ${x + 150} ${y - 306}Q${x + 200} ${y - 336} ${x + 120} ${y - 366}Q${x + 60} ${y - 390} ${x + 86} ${y - 440}`; return curve(d, k.m('ink', 0.1), 34) + curve(d, k.m('basalt', 0, 0.1), 26) + curve(d, k.m('saffron'), 3, 'stroke-dasharray="22 18"'); };
export function underwater(k, { y = 380 }) {
  let o = ''; const cs = ['lagoon', '#2B8E97', '#177884', '#0B5A6B', '#0A4857'];
  cs.forEach((c, i) => { const yy = y + i * (H - y) / 5.2, pts = []; for (let x = -60; x <= W + 60; x += 130) pts.push([x, yy + Math.sin(x / 170 + i * 2) * (i ? 18 : 9)]); o += P(sm(pts, false) + `V${H + 20}H-60Z`, k.m(c)); });
  return o + curve(sm(Array.from({ length: 14 }, (_, i) => [-60 + i * 130, y + Math.sin((-60 + i * 130) / 170) * 9]), false), k.m('paper'), 6);
}
export function reef(k, { y, s = 1 }) {
  let o = P(sm([[-60, y], [-40, y - 190 * s], [200, y - 120 * s], [430, y - 70 * s], [720, y - 40 * s], [980, y - 90 * s], [1280, y - 150 * s], [1660, y - 240 * s], [1660, y + 30], [-60, y + 30]], true, 0.8), k.m('basalt', 0, -0.2));
  for (const [x, dy, kind, c, q] of [[90, 170, 'branch', 'pom', 1.1], [230, 110, 'brain', 'saffron', 0.9], [390, 76, 'fan', 'pink', 0.9], [560, 44, 'branch', 'clay', 0.7], [1010, 90, 'brain', 'rose', 0.8], [1150, 116, 'branch', 'saffron', 1], [1330, 156, 'fan', 'pom', 1.1], [1500, 196, 'branch', 'pink', 1.2]]) o += k.coral({ x, y: y - dy * s + 12, s: q * s, kind, c });
  return o;
}
export const waterfall = (k, { x, y1, y2, w = 90 }) => P(`M${x - w * 0.4} ${y1}Q${x - w * 0.5} ${(y1 + y2) / 2} ${x - w * 0.7} ${y2}H${x + w * 0.7}Q${x + w * 0.5} ${(y1 + y2) / 2} ${x + w * 0.4} ${y1}Z`, k.m('glass')) + [-0.3, -0.1, 0.12, 0.3].map((t, i) => lens(x + w * t, y1 + (y2 - y1) * (0.35 + i * 0.13), (y2 - y1) * 0.4, 5, k.m(i % 2 ? 'paper' : 'lagoon'), 90)).join('') + lens(x, y2, w * 2.6, 14, k.m('paper')) + lens(x, y2 + 22, w * 3.6, 7, k.m('glass'));
export const fin = (k, { x, y, s = 1 }) => G(x, y, s, [P('M-70 0Q-20 -30 10 -26Q4 -70 -24 -84Q40 -80 52 -22Q90 -16 110 0Z', k.m('slate', 0, -0.2)), lens(10, 2, 240, 7, k.m('paper'))]);
export const dust = (k, { x, y, s = 1 }) => G(x, y, s, [[0, 0, 70], [-80, -14, 54], [-150, 4, 40], [-40, -46, 44], [-204, 12, 26]].map(([a, b, r]) => C(a, b, r, k.m('sand', 0.35, 0.25))));
export const bridgeArch = (k, { x, y, w = 600, h = 120, depth = 0.15 }) => `<path d="M${x - w / 2} ${y}V${y - h * 0.5}Q${x} ${y - h * 1.5} ${x + w / 2} ${y - h * 0.5}V${y}H${x + w * 0.3}Q${x} ${y - h * 1.1} ${x - w * 0.3} ${y}Z" fill="${k.m('cream', depth)}"/>` + curve(`M${x - w / 2} ${y - h * 0.66}Q${x} ${y - h * 1.66} ${x + w / 2} ${y - h * 0.66}`, k.m('clay', depth), 6);
/** Near mast with rigging, for a view from the deck. */
export const mastNear = (k, { x }) => R(x - 14, -10, 28, H, k.m('darkwood')) + ln([[x, 120], [x - 420, 900]], k.m('darkwood'), 4) + ln([[x, 120], [x + 700, -30]], k.m('darkwood'), 9) + P(`M${x + 12} 60Q${x + 330} 40 ${x + 700} -30H${x + 12}Z`, k.m('cream')) + Array.from({ length: 5 }, (_, i) => R(x - 18, 300 + i * 120, 36, 10, k.m('dust'))).join('');
