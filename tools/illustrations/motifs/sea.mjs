// Water, reef, sea life and everything that floats.
import { W, H, P, C, E, R, G, ln, curve, pg, sm, lens, limb, mix } from '../core.mjs';

/** Water from y down: bands, cut marks and the sun's path. */
export function water(k, { y = 640, y2 = H + 10, mat = 'water', depth = 0.35, sunX, sunW = 130, marks = 46, sh = 0, c } = {}) {
  const h = y2 - y, far = c ?? k.m(mat, depth, sh), near = k.m(mat, 0, sh - 0.12);
  let o = R(-10, y, W + 20, h, far);
  for (let i = 1; i < 4; i++) {
    const yy = y + h * (i / 4) ** 1.35, pts = [], q = k.between(0, 6);
    for (let x = -60; x <= W + 60; x += 140) pts.push([x, yy + Math.sin(x / 150 + q) * (3 + i * 3)]);
    o += P(sm(pts, false) + `V${y2}H-60Z`, mix(far, near, i / 3));
  }
  for (let i = 0; i < marks; i++) { const t = k.rnd() ** 0.7, yy = y + 8 + t * (Math.min(y2, H) - y - 10); o += lens(k.between(0, W), yy, 40 + t * 150, 1.3 + t * 3.4, k.m(mat, depth * (1 - t), i % 3 ? 0.26 + sh * 0.3 : -0.24)); }
  if (sunX !== undefined) for (let i = 0; i < 24; i++) { const t = i / 24, yy = y + 8 + t ** 1.3 * h * 0.92; o += lens(sunX + k.between(-1, 1) * sunW * (0.15 + t * 0.5), yy, sunW * (0.5 + t * 0.9) * k.between(0.5, 1.1), 2 + t * 5, i % 4 ? k.glow : k.sun); }
  return o;
}
/** White water at a hull. */
export const wake = (k, { x, y, w = 300, c = k.m('paper', 0.1) }) => lens(x, y, w, 6, c) + lens(x - w * 0.35, y + 9, w * 0.5, 4, c) + lens(x + w * 0.3, y + 12, w * 0.6, 4, c) + lens(x, y + 20, w * 0.4, 3, k.m('water', 0, 0.35));

/** Gulf dhow; sail: lateen set or furled; lamps: strings of lights for dinner cruises. */
export function dhow(k, { x, y, s = 1, flip = false, sail = true, lamps = false, decks = 0, c = 'wood', crew = 0 }) {
  const a = k.m(c), b = k.m(c, 0, -0.35), l = k.m(c, 0, 0.2), o = [];
  o.push(ln([[-20, -70], sail ? [-11, -300] : [-8, -400]], k.m('darkwood'), 9));
  if (sail) o.push(P('M-190 -130Q-60 -330 150 -440Q150 -250 190 -100Q10 -70 -190 -130Z', k.m('cream')), P('M150 -440Q150 -250 190 -100Q120 -88 60 -88Q120 -240 150 -440Z', k.m('cream', 0, -0.16)), curve('M-90 -116Q30 -260 150 -440M10 -98Q90 -230 150 -440', k.m('cream', 0, -0.28), 3), ln([[-215, -122], [165, -455]], k.m('darkwood'), 7));
  else o.push(ln([[-150, -200], [110, -400]], k.m('darkwood'), 8), curve('M-140 -196Q-20 -280 100 -384', k.m('cream'), 12), ln([[-8, -400], [-220, -90], [-8, -400], [230, -90]], k.m('darkwood'), 2));
  if (decks) for (let i = 0; i < decks; i++) {
    const yy = -78 - i * 84, w = 330 - i * 40;
    o.push(R(-w / 2 - 30, yy - 84, w, 84, k.m('darkwood', 0, -0.1)));
    for (let j = 0; j < 8 - i; j++) o.push(R(-w / 2 - 20 + j * 40, yy - 66, 26, 52, k.lit ? k.glow : k.m('glass'), 4));
    o.push(R(-w / 2 - 46, yy - 92, w + 32, 12, a, 3));
    for (let j = 0; j < 5; j++) o.push(k.person({ x: -130 + j * 58, y: yy - 12, h: 62, sil: k.m('ink'), outfit: j % 2 ? 'dress' : 'trek' }));
  }
  for (let i = 0; i < crew; i++) o.push(k.person({ x: -110 + i * 75, y: -58, h: 92, outfit: ['kandura', 'trek', 'dress', 'trek'][i % 4], pose: i % 2 ? 'point' : 'stand', hat: i % 2 ? 'straw' : undefined }));
  o.push(P('M-290 -150Q-270 -80 -215 -2Q-60 14 190 -2Q270 -50 345 -150Q250 -92 120 -76Q-80 -62 -190 -92Q-240 -110 -290 -150Z', a), P('M-256 -68Q-240 -36 -215 -2Q-60 14 190 -2Q236 -28 280 -74Q160 -34 0 -32Q-160 -34 -256 -68Z', b), curve('M-276 -112Q-240 -88 -190 -76Q-80 -50 120 -62Q240 -76 318 -126', l, 5), ln([[335, -146], [372, -186]], a, 12));
  if (lamps) { for (let i = 0; i <= 12; i++) { const t = i / 12; o.push(C(-280 + 272 * t, -150 - 250 * t + Math.sin(t * 3.14) * 34, 6, k.glow), C(-8 + 350 * t, -400 + 236 * t + Math.sin(t * 3.14) * 44, 6, k.glow)); } }
  return G(x, y, s, o, { flip });
}
/** Dubai's open ferry. */
export function abra(k, { x, y, s = 1, flip = false, n = 5 }) {
  const o = [P('M-250 -86Q-236 -20 -180 0H180Q236 -20 262 -92Q160 -56 0 -56T-250 -86Z', k.m('wood')), P('M-228 -40Q-210 -12 -180 0H180Q220 -14 240 -46Q120 -22 0 -22T-228 -40Z', k.m('wood', 0, -0.35))];
  for (const px of [-150, -50, 50, 150]) o.push(R(px - 4, -190, 8, 134, k.m('darkwood')));
  const ppl = []; for (let i = 0; i < n; i++) ppl.push(k.person({ x: -140 + i * (290 / n), y: -52, h: 112, pose: 'sit', outfit: ['trek', 'abaya', 'dress', 'kandura', 'trek'][i % 5], flip: i % 2, hat: i % 5 ? undefined : 'straw', c1: ['saffron', undefined, 'pom', undefined, 'link'][i % 5] }));
  return G(x, y, s, [P('M-188 -186H188L172 -212H-172Z', k.m('cream')), P('M-188 -186H188L184 -178H-184Z', k.m('pom')), ...ppl, ...o], { flip });
}
export function felucca(k, { x, y, s = 1, flip = false, crew = 3, sailC = 'cream' }) {
  const a = k.m('paper'), o = [ln([[-10, -40], [-6, -300]], k.m('darkwood'), 8), P('M-150 -78Q-40 -330 126 -560Q120 -300 176 -84Q20 -58 -150 -78Z', k.m(sailC)), P('M126 -560Q120 -300 176 -84Q130 -76 86 -72Q104 -320 126 -560Z', k.m(sailC, 0, -0.18)), curve('M-70 -70Q60 -300 126 -560M8 -66Q94 -300 126 -560', k.m(sailC, 0, -0.25), 2.5), ln([[-166, -66], [134, -576]], k.m('wood'), 7)];
  for (let i = 0; i < crew; i++) o.push(k.person({ x: -130 + i * 82, y: -34, h: 108, pose: 'sit', outfit: ['galabeya', 'trek', 'dress', 'trek'][i % 4], hat: i ? 'straw' : undefined, flip: i === 2 }));
  o.push(P('M-235 -76Q-200 -10 -140 0H150Q220 -24 268 -84Q120 -44 0 -42T-235 -76Z', a), P('M-208 -36Q-180 -6 -140 0H150Q200 -16 234 -46Q120 -18 0 -18T-208 -36Z', k.m('link')), ln([[-225, -66], [-262, 6]], k.m('wood'), 9));
  return G(x, y, s, o, { flip });
}
/** Two-masted Nile houseboat under sail. */
export function dahabiya(k, { x, y, s = 1, flip = false }) {
  const o = [];
  for (const [mx, q] of [[-310, 0.72], [170, 1.15]]) o.push(ln([[mx, -90], [mx + 4, -90 - 210 * q]], k.m('darkwood'), 9), P(`M${mx - 170 * q} ${-150}Q${mx - 40 * q} ${-150 - 240 * q} ${mx + 190 * q} ${-150 - 430 * q}Q${mx + 170 * q} ${-150 - 200 * q} ${mx + 226 * q} -150Q${mx + 40 * q} -128 ${mx - 170 * q} -150Z`, k.m('paper')), ...[0.3, 0.6].map((t) => curve(`M${mx - 170 * q + 396 * q * t} -145Q${mx + 60 * q + 80 * t} ${-150 - 200 * q} ${mx + 190 * q} ${-150 - 430 * q}`, k.m('pom', 0, 0.2), 7)), ln([[mx - 180 * q, -142], [mx + 200 * q, -150 - 446 * q]], k.m('wood'), 7));
  o.push(R(-330, -128, 500, 80, k.m('cream')));
  for (let i = 0; i < 9; i++) o.push(P(`M${-312 + i * 54} -58v-36q13 -18 26 0v36Z`, k.lit ? k.glow : k.m('link')));
  o.push(R(-346, -138, 540, 12, k.m('wood')));
  for (let i = 0; i < 5; i++) o.push(R(-330 + i * 70, -226, 4, 90, k.m('wood')));
  o.push(P('M-350 -222Q-190 -250 -30 -222Z', k.m('pom')), P('M-350 -222H-30V-208H-350Z', k.m('cream')));
  for (let i = 0; i < 3; i++) o.push(k.person({ x: -290 + i * 90, y: -138, h: 84, pose: i === 1 ? 'stand' : 'sit', outfit: ['dress', 'trek', 'trek'][i], hat: 'straw' }));
  o.push(k.person({ x: 100, y: -138, h: 88, outfit: 'galabeya', pose: 'point' }));
  o.push(P('M-410 -110Q-390 -20 -330 0H300Q380 -20 430 -110Q300 -56 0 -54T-410 -110Z', k.m('paper')), P('M-392 -52Q-370 -8 -330 0H300Q360 -14 400 -56Q260 -22 0 -22T-392 -52Z', k.m('link')));
  return G(x, y, s, o, { flip });
}
/** Istanbul city ferry. */
export function ferry(k, { x, y, s = 1, flip = false }) {
  const o = [R(-40, -290, 60, 110, k.m('saffron'), 4), R(-40, -270, 60, 22, k.m('ink')), R(-44, -296, 68, 10, k.m('ink'))];
  for (let i = 0; i < 4; i++) o.push(C(-60 - i * 46, -318 - i * 22, 20 + i * 10, k.m('paper', 0.3)));
  o.push(R(-250, -190, 470, 58, k.m('paper'), 6), R(-310, -132, 600, 66, k.m('paper'), 6), R(-262, -198, 494, 12, k.m('wood'), 3), R(140, -246, 74, 50, k.m('paper'), 4), R(150, -236, 54, 20, k.m('ink'), 2));
  for (let i = 0; i < 13; i++) { o.push(R(-292 + i * 44, -116, 30, 34, k.lit ? k.glow : k.m('link'), 4)); if (i < 10) o.push(R(-232 + i * 44, -176, 30, 30, k.lit ? k.glow : k.m('link'), 4)); }
  for (let i = 0; i < 6; i++) o.push(k.person({ x: -220 + i * 55, y: -196, h: 54, sil: k.m('ink'), outfit: i % 2 ? 'dress' : 'trek' }));
  o.push(P('M-370 -74H330Q380 -76 420 -92Q390 -20 350 0H-330Q-360 -20 -370 -74Z', k.m('ink')), P('M-352 -26Q-345 -10 -330 0H350Q368 -10 382 -30Z', k.m('pom')), R(-366, -62, 740, 6, k.m('saffron')), ln([[380, -92], [384, -170]], k.m('ink'), 4), pg([[384, -170], [424, -158], [384, -146]], k.m('pom')));
  return G(x, y, s, o, { flip });
}
export function yacht(k, { x, y, s = 1, flip = false, crew = 4 }) {
  const o = [];
  for (let i = 0; i < crew; i++) o.push(k.person({ x: -280 + i * 74, y: -74, h: 96, outfit: ['trek', 'dress', 'trek', 'dress'][i % 4], pose: ['stand', 'hold', 'point', 'stand'][i % 4], hat: i % 2 ? 'straw' : undefined, c1: ['pom', 'saffron', 'glass', 'link'][i % 4] }));
  o.push(P('M-90 -80L-50 -176H110L230 -80Z', k.m('paper')), P('M-42 -160H104L164 -112H-62Z', k.m('ink')), P('M-30 -176L0 -232H80L130 -176Z', k.m('paper')), P('M10 -222H74L106 -190H-6Z', k.m('ink')), ln([[36, -232], [36, -296]], k.m('steel'), 5), ln([[10, -270], [64, -270]], k.m('steel'), 4));
  o.push(P('M-350 -84H200Q340 -84 470 -118Q400 -30 330 0H-320Q-350 -30 -350 -84Z', k.m('paper')), P('M-344 -40Q-336 -14 -320 0H330Q360 -14 392 -48Z', k.m('link')), ln([[-350, -70], [380, -78]], k.m('saffron'), 5), curve('M-350 -84V-116H-130', k.m('steel'), 4), curve('M220 -84V-118H400', k.m('steel'), 4));
  return G(x, y, s, o, { flip });
}
/** Kayak with one or two paddlers. */
export function kayak(k, { x, y, s = 1, flip = false, n = 1, c = 'saffron' }) {
  const o = [], xs = n === 2 ? [-70, 50] : [-10];
  xs.forEach((px, i) => o.push(k.person({ x: px, y: -12, h: 185, pose: 'paddle', outfit: 'trek', c1: ['pom', 'link'][i], hat: ['straw', 'cap'][i] }), ln([[px - 34, -104], [px + 106, -8]], k.m('wood'), 5), E(px - 44, -112, 22, 8, k.m('paper'), `transform="rotate(34 ${px - 44} -112)"`), E(px + 114, -2, 22, 8, k.m('paper'), `transform="rotate(34 ${px + 114} -2)"`)));
  o.push(P('M-215 -30Q-100 -18 0 -20Q110 -18 225 -34Q150 12 0 12Q-150 12 -215 -30Z', k.m(c)), P('M-190 -12Q-80 2 0 2Q100 2 200 -16Q130 12 0 12Q-130 12 -190 -12Z', k.m(c, 0, -0.28)), lens(0, 16, 560, 5, k.m('paper', 0.2)), lens(-30, 26, 380, 4, k.m('water', 0, 0.4)));
  return G(x, y, s, o, { flip });
}
/** Kayak seen from the cockpit: the bow, the paddle, hands. */
export const kayakBow = (k, { c = 'saffron' } = {}) => P('M470 1100C520 900 680 660 800 600C920 660 1080 900 1130 1100Z', k.m(c)) + P('M800 600C920 660 1080 900 1130 1100H880Q880 800 800 600Z', k.m(c, 0, -0.2)) + E(800, 1010, 130, 74, k.m('ink')) + curve('M690 780Q800 740 910 780M660 840Q800 795 940 840', k.m('ink'), 5) + ln([[330, 1000], [1290, 850]], k.m('wood'), 20) + E(1370, 838, 110, 40, k.m('paper'), 'transform="rotate(-9 1370 838)"') + E(250, 1012, 110, 40, k.m('paper'), 'transform="rotate(-9 250 1012)"') + limb([[500, 1120], [560, 1020], [600, 958]], [54, 44, 34], k.m('pom')) + C(604, 954, 34, k.m('skin')) + limb([[1090, 1120], [1040, 980], [1010, 894]], [54, 44, 34], k.m('pom')) + C(1008, 890, 34, k.m('skin'));

export function turtle(k, { x, y, s = 1, flip = false, rot = 0 }) {
  const g = k.m('olive'), d = k.m('foliage'), o = [P('M70 -20Q150 -90 210 -70Q160 -30 90 20Z', g), P('M60 40Q110 120 170 140Q150 70 90 20Z', g), P('M-110 30Q-170 80 -200 70Q-170 30 -120 0Z', g), P('M-100 -30Q-150 -60 -190 -50Q-160 -20 -110 0Z', g), E(150, 6, 44, 30, g), C(168, -4, 5, k.m('ink')), E(0, 0, 130, 88, d), E(-4, -6, 116, 76, k.m('foliage', 0, 0.18))];
  for (const [a, b] of [[0, -4], [-62, -4], [60, -4], [-32, -44], [32, -44], [-32, 36], [32, 36]]) o.push(P(`M${a - 24} ${b}l12 -20h24l12 20l-12 20h-24Z`, d));
  return G(x, y, s, o, { flip, rot });
}
export function dolphin(k, { x, y, s = 1, flip = false, rot = 0 }) {
  return G(x, y, s, [P('M-190 60Q-140 -60 0 -90Q90 -100 150 -50Q200 -40 214 -24Q190 -16 156 -18Q60 10 -40 10Q-120 20 -150 66Q-150 110 -196 130Q-186 96 -204 78Q-240 78 -262 60Q-220 42 -190 60Z', k.m('slate', 0, -0.15)), P('M156 -18Q60 10 -40 10Q-120 20 -150 66Q-110 -10 -20 -20Q80 -24 150 -34Q170 -24 156 -18Z', k.m('paper', 0.1)), P('M-30 -90Q-60 -140 -90 -146Q-84 -110 -92 -70Z', k.m('slate', 0, -0.3)), P('M40 -6Q30 50 0 70Q-4 30 -4 6Z', k.m('slate', 0, -0.35)), C(142, -42, 5, k.m('ink'))], { flip, rot });
}
export const splash = (k, { x, y, s = 1 }) => G(x, y, s, [lens(0, 0, 180, 10, k.m('paper')), lens(0, 12, 280, 5, k.m('paper', 0.3)), ...[[-60, -30, 9], [-36, -56, 6], [44, -40, 8], [74, -18, 6], [10, -26, 5]].map(([a, b, r]) => C(a, b, r, k.m('paper')))]);
export const fish = (k, { x, y, s = 1, flip = false, c = 'saffron', rot = 0 }) => G(x, y, s, [P('M-50 0L-82 -26Q-74 0 -82 26Z', k.m(c, 0, -0.2)), P('M60 0Q20 -44 -20 -30Q-46 -18 -56 0Q-46 18 -20 30Q20 44 60 0Z', k.m(c)), P('M10 -32Q0 0 10 32L-6 34Q-14 0 -6 -33Z', k.m('ink')), P('M-26 -28Q-34 0 -26 28L-38 18Q-42 0 -38 -18Z', k.m('paper')), C(40, -6, 5, k.m('ink'))], { flip, rot });
export function coral(k, { x, y, s = 1, c = 'pom', kind = 'branch' }) {
  if (kind === 'brain') return G(x, y, s, [P('M-100 0A100 84 0 0 1 100 0Z', k.m(c)), ...[0, 1, 2].map((i) => curve(`M${-80 + i * 14} -8q20 ${-30 - i * 10} 44 -20t50 -16t40 20`, k.m(c, 0, -0.25), 5))]);
  if (kind === 'fan') { const o = []; for (let i = -4; i <= 4; i++) o.push(curve(`M0 0Q${i * 10} -70 ${i * 26} ${-150 + Math.abs(i) * 10}`, k.m(c), 8)); return G(x, y, s, [P('M0 0Q-110 -60 -108 -116Q0 -190 108 -116Q110 -60 0 0Z', k.m(c, 0.35)), ...o]); }
  return G(x, y, s, curve('M0 0V-70M0 -40Q-40 -60 -50 -120M0 -60Q40 -70 46 -140M-42 -86Q-76 -96 -80 -130M36 -96Q66 -104 76 -150M0 -70Q4 -120 -8 -160', k.m(c), 17));
}
export const bubbles = (k, { x, y, n = 7 }) => { let o = ''; for (let i = 0; i < n; i++) o += C(x + k.between(-24, 24), y - i * 34, k.between(5, 12), 'none', `stroke="${k.m('paper')}" stroke-width="3"`); return o; };
export function snorkeller(k, { x, y, s = 1, flip = false, rot = 0 }) {
  const sk = k.m('skin3'), o = [limb([[-60, 0], [-150, 20], [-220, 10]], [26, 18, 12], sk), P('M-215 4L-320 -10Q-334 16 -310 30L-212 20Z', k.m('saffron')), limb([[-60, 6], [-140, 50], [-200, 66]], [26, 18, 12], sk), P('M-198 58L-300 66Q-308 92 -288 100L-192 76Z', k.m('saffron')), limb([[-70, 4], [60, -6]], [34, 36], k.m('ink')), limb([[60, 10], [120, 70], [180, 96]], [17, 14, 10], sk), limb([[56, -20], [10, 40], [-40, 60]], [16, 13, 10], sk), C(122, -14, 36, sk), P('M92 -34Q120 -66 150 -36L140 -30Q118 -44 100 -22Z', k.m('darkwood')), R(128, -24, 34, 30, k.m('ink'), 8), R(133, -19, 24, 20, k.m('glass'), 5), curve('M150 20Q170 10 150 -30L128 -84', k.m('pom'), 9)];
  return G(x, y, s, o, { flip, rot });
}
/** Mangrove tree on prop roots, with its reflection as cuts. */
export function mangrove(k, { x, y, s = 1, depth = 0 }) {
  const o = [], r = k.m('wood', depth, -0.1);
  for (let i = -4; i <= 4; i++) o.push(curve(`M${i * 4} -90Q${i * 26} -80 ${i * 34} 6`, r, 8));
  o.push(curve('M0 -90Q6 -130 -10 -180M0 -120Q40 -150 60 -190', r, 14));
  for (const [a, b, q, t] of [[-80, -190, 70, -0.2], [80, -196, 74, -0.25], [-20, -240, 84, 0], [40, -220, 70, 0.1], [-110, -170, 44, 0.05], [120, -180, 40, 0]]) o.push(E(a, b, q, q * 0.68, k.m('foliage', depth, t)));
  for (let i = 0; i < 14; i++) o.push(lens(k.between(-120, 120), k.between(-270, -160), 30, 6, k.m('foliage', depth, 0.28), k.between(-40, 0)));
  return G(x, y, s, o) + lens(x, y + 8 * s, 320 * s, 5 * s, k.m('paper', 0.4));
}
export const heron = (k, { x, y, s = 1, flip = false, c = 'paper' }) => G(x, y, s, [ln([[0, -60], [2, 0]], k.m('ink'), 4), ln([[12, -60], [16, -30], [10, 0]], k.m('ink'), 4), P('M-50 -66Q-20 -100 24 -92Q44 -84 36 -68Q10 -50 -50 -66Z', k.m(c)), curve('M28 -82Q52 -104 40 -130Q34 -150 50 -158', k.m(c), 10), C(54, -160, 9, k.m(c)), pg([[60, -165], [96, -156], [60, -155]], k.m('saffron')), curve('M50 -168Q36 -172 26 -166', k.m('ink'), 3), P('M-50 -66Q-20 -84 14 -78Q-10 -56 -50 -66Z', k.m('steel'))], { flip });
export const gull = (k, { x, y, s = 1, flip = false }) => G(x, y, s, [P('M-60 -22Q-26 -40 0 -4Q26 -40 66 -30Q34 -20 8 8Q0 14 -8 8Q-30 -16 -60 -22Z', k.m('paper')), P('M-60 -22Q-44 -30 -34 -28L-30 -14ZM66 -30Q50 -36 40 -32L36 -18Z', k.m('steel'))], { flip });
