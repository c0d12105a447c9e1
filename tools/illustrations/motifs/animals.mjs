// Beasts and birds, side view facing right.
import { P, C, E, R, G, ln, curve, pg, limb, clip } from '../core.mjs';

/** saddle: none, blanket, seat; rider: person options. About 100 high at the hump; s = 2 is near. */
export function camel(k, { x, y, s = 1, flip = false, c = 'dust', saddle = 'seat', rider, walk = true, sil, sit = false, cloth = 'pom' }) {
  const m = sil ? () => sil : k.m, a = m(c, 0, -0.04), d = m(c, 0, -0.24), o = [], body = 'M-38 -64Q-40 -76 -28 -79Q-16 -82 -8 -96Q0 -104 9 -94Q16 -82 28 -78Q38 -76 44 -82Q50 -90 50 -104Q51 -116 60 -118Q64 -120 70 -117L82 -111Q85 -106 82 -102Q74 -100 66 -101Q63 -92 60 -80Q54 -62 40 -56Q20 -44 -8 -48Q-30 -50 -38 -64Z';
  if (sit) {
    o.push(limb([[-26, -26], [0, -6], [-34, -4]], [11, 6, 4], d), limb([[24, -22], [44, -5], [12, -3]], [9, 6, 4], d));
    o.push(G(0, 36, 1, [P(body, a), clip(body, P('M-40 -60Q0 -46 62 -66V-30H-50Z', d))]));
    if (saddle !== 'none') o.push(G(0, 36, 1, kitSaddle(k, m, saddle, cloth)));
    o.push(G(0, 36, 1, [pg([[60, -117], [56, -124], [64, -119]], a), C(69, -111, 1.8, m('ink'))]));
    return G(x, y, s, o, { flip });
  }
  const lf = walk ? [[[26, -52], [33, -28], [27, -2]], [[24, -52], [20, -27], [14, -3]]] : [[[28, -52], [28, -27], [28, -2]], [[22, -52], [22, -27], [22, -2]]];
  const lb = walk ? [[[-28, -56], [-22, -31], [-32, -3]], [[-30, -58], [-32, -30], [-44, -4]]] : [[[-28, -56], [-25, -30], [-28, -2]], [[-33, -58], [-31, -30], [-35, -2]]];
  o.push(limb(lf[1], [7, 3.4, 2.6], d), limb(lb[1], [10, 3.6, 2.6], d), E(lf[1][2][0] + 2, -1.6, 4.6, 2.4, d), E(lb[1][2][0] + 2, -1.6, 4.6, 2.4, d));
  o.push(curve('M-38 -66Q-46 -58 -44 -44', d, 3), P(body, a), clip(body, P('M-42 -62Q-10 -46 30 -58Q50 -66 58 -92L70 -98V-30H-50Z', d)));
  o.push(limb(lf[0], [8, 3.8, 2.8], a), limb(lb[0], [11, 4, 2.8], a), E(lf[0][2][0] + 2, -1.6, 4.8, 2.6, a), E(lb[0][2][0] + 2, -1.6, 4.8, 2.6, a));
  o.push(pg([[60, -117], [55, -124], [64, -119]], a), C(70, -111.5, 1.7, m('ink')), curve('M72 -104L82 -105', m('ink'), 1));
  if (saddle !== 'none') o.push(kitSaddle(k, m, saddle, cloth));
  o.push(curve('M66 -118L67 -101M67 -106L50 -92L14 -92', m('pom'), 1.6));
  if (rider) o.push(k.person({ x: 0, y: -92, h: 92, pose: 'ride', ...rider, sil }));
  return G(x, y, s, o, { flip });
}
function kitSaddle(k, m, kind, cloth) {
  const d = 'M-24 -84Q-14 -86 -8 -98Q0 -106 9 -97Q16 -84 26 -80L24 -52Q0 -44 -22 -50Z';
  return P(d, m(cloth)) + clip(d, [R(-40, -66, 80, 5, m('saffron')), R(-40, -56, 80, 3, m('cream')), R(-40, -78, 80, 3, m('ink'))]) + [-18, -8, 2, 12, 21].map((v) => ln([[v, -49], [v, -42]], m('saffron'), 2.6)).join('') + (kind === 'seat' ? P('M-18 -90Q0 -98 18 -88L16 -96Q0 -106 -16 -98Z', m('ink')) + ln([[-17, -92], [-19, -106]], m('wood'), 3) + ln([[17, -90], [19, -104]], m('wood'), 3) : '');
}
/** A string of camels. */
export const caravan = (k, { x, y, n = 4, s = 1, gap = 150, sil, flip = false, riders = true, c = 'dust' }) => { let o = curve(`M${x} ${y - 88 * s}L${x + (n - 1) * gap * s * (flip ? 1 : 1)} ${y - 88 * s}`, sil ?? k.m('ink'), 1.5); for (let i = 0; i < n; i++) o += camel(k, { x: x + i * gap * s, y: y + (i % 2) * 5, s, sil, flip, c, cloth: ['pom', 'link', 'saffron', 'ink'][i % 4], rider: riders ? { outfit: ['trek', 'dress', 'trek', 'galabeya'][i % 4], hat: ['straw', 'scarf', 'straw', 'turban'][i % 4], c1: ['link', 'pom', 'glass', 'paper'][i % 4] } : undefined }); return o; };

export function horse(k, { x, y, s = 1, flip = false, c = 'wood', sil }) {
  const m = sil ? () => sil : k.m, a = m(c), d = m(c, 0, -0.3), o = [limb([[30, -56], [34, -30], [30, -2]], [9, 4.5, 3], d), limb([[-34, -58], [-32, -30], [-40, -2]], [12, 5, 3], d), curve('M-46 -72Q-64 -60 -58 -26', d, 9), P('M-48 -70Q-40 -86 -10 -80Q14 -78 30 -86Q46 -102 60 -122Q66 -128 74 -120L92 -98Q94 -90 86 -88L70 -96Q62 -76 48 -58Q20 -46 -14 -50Q-44 -48 -48 -70Z', a), P('M30 -86Q46 -102 58 -124Q50 -122 40 -110Q30 -98 24 -84Z', d), limb([[36, -58], [44, -30], [40, -2]], [10, 5, 3.4], a), limb([[-36, -60], [-28, -32], [-34, -2]], [14, 5.4, 3.4], a), pg([[64, -124], [64, -136], [72, -124]], a), C(74, -112, 2, m('ink'))];
  return G(x, y, s, o, { flip });
}
export function goat(k, { x, y, s = 1, flip = false, c = 'darkwood', sil }) {
  const m = sil ? () => sil : k.m, a = m(c), d = m(c, 0, -0.3);
  return G(x, y, s, [limb([[20, -32], [22, -16], [20, 0]], [6, 3.4, 2.6], d), limb([[-24, -32], [-22, -16], [-26, 0]], [7, 3.4, 2.6], d), P('M-36 -44Q-34 -56 -18 -56Q8 -54 22 -58Q30 -74 38 -78Q48 -80 60 -66Q62 -60 54 -58L46 -60Q38 -46 30 -34Q0 -24 -26 -30Q-38 -34 -36 -44Z', a), curve('M38 -78Q28 -92 14 -92M43 -79Q36 -96 22 -100', m('cream'), 4), P('M36 -72Q24 -68 20 -58L30 -62Z', d), pg([[50, -58], [52, -46], [46, -58]], d), limb([[26, -32], [30, -16], [28, 0]], [7, 3.6, 2.8], a), limb([[-26, -34], [-28, -16], [-32, 0]], [8, 3.6, 2.8], a), curve('M-36 -48Q-46 -56 -42 -64', a, 5), C(47, -69, 2, m('saffron'))], { flip });
}
/** Perched falcon, 260 high; hooded or not. */
export function falcon(k, { x, y, s = 1, flip = false, hood = true }) {
  const o = [P('M-52 20L-76 120L-34 128L-16 30Z', k.m('darkwood')), P('M-20 -150Q36 -160 50 -120Q70 -60 44 0Q26 44 -10 46Q-60 40 -70 -20Q-74 -110 -20 -150Z', k.m('cream'))];
  for (let r = 0; r < 6; r++) for (let i = 0; i < 4; i++) o.push(lens2(6 + i * 14 - r * 2, -88 + r * 20, k.m('wood')));
  o.push(P('M-34 -140Q-92 -90 -84 0Q-80 60 -60 96Q-20 40 -8 -30Q0 -100 -34 -140Z', k.m('basalt', 0, -0.2)), ...[0, 1, 2, 3, 4].map((i) => curve(`M${-74 + i * 6} ${-40 + i * 24}Q${-46 + i * 3} ${-30 + i * 22} ${-20 - i * 4} ${-50 + i * 24}`, k.m('basalt', 0, 0.25), 4)));
  o.push(E(14, -166, 44, 40, k.m('cream')), P('M-30 -166Q-26 -208 16 -208Q56 -204 58 -172Q30 -184 20 -150Q-6 -140 -30 -166Z', k.m(hood ? 'pom' : 'basalt')));
  if (hood) o.push(P('M10 -208Q0 -240 -14 -244Q-2 -250 14 -236Q22 -250 36 -248Q24 -238 20 -206Z', k.m('saffron')), P('M-26 -160Q10 -146 40 -182L58 -172Q54 -146 30 -142Q-6 -136 -26 -160Z', k.m('pom', 0, -0.25)), curve('M-26 -168Q0 -150 24 -154', k.m('saffron'), 4));
  else o.push(C(34, -172, 8, k.m('ink')), C(36, -174, 2.5, k.m('paper')), P('M28 -162Q26 -140 16 -130Q34 -136 40 -160Z', k.m('ink')));
  o.push(P('M54 -178Q78 -172 74 -146Q66 -158 50 -156Z', k.m('ink')), P('M52 -178Q64 -178 66 -172L52 -164Z', k.m('saffron')), limb([[0, 40], [4, 66]], [13, 9], k.m('saffron')), limb([[-24, 40], [-22, 66]], [13, 9], k.m('saffron')), ...[-34, -20, -6, 8, 20].map((v) => curve(`M${v} 66q6 4 4 18`, k.m('saffron', 0, -0.15), 8)));
  return G(x, y, s, o, { flip });
}
const lens2 = (x, y, c) => P(`M${x} ${y}q5 8 0 14q-5 -6 0 -14Z`, c);
export const falconFly = (k, { x, y, s = 1, flip = false, c = 'basalt' }) => G(x, y, s, [P('M-10 0Q-70 -70 -190 -84Q-120 -30 -70 16Q-40 30 -12 24Z', k.m(c)), P('M10 -4Q60 -90 170 -120Q120 -40 60 14Q36 30 8 24Z', k.m(c, 0, -0.2)), P('M-40 40Q-10 -10 40 -16Q66 -18 72 -4Q60 20 10 30L-50 62Z', k.m('cream', 0, -0.1)), P('M44 -18Q68 -20 74 -4Q60 4 46 0Z', k.m('ink'))], { flip });
/** Leather glove on an arm coming from the right. */
export const glove = (k, { x, y, s = 1, flip = false }) => G(x, y, s, [limb([[420, 130], [250, 80], [120, 40]], [70, 62, 52], k.m('paper')), limb([[150, 46], [40, 16], [-30, 10]], [58, 52, 42], k.m('earth')), P('M130 -14Q150 40 120 104L164 110Q190 50 172 -8Z', k.m('wood')), curve('M-60 0Q-20 -26 30 -30', k.m('earth', 0, -0.3), 6), curve('M-66 22Q-30 4 20 4', k.m('earth', 0, -0.3), 5)], { flip });
export const cat = (k, { x, y, s = 1, flip = false, c = 'saffron' }) => G(x, y, s, [curve('M-36 -6Q-70 -8 -62 -40', k.m(c, 0, -0.1), 9), P('M-40 0Q-46 -46 -10 -60Q6 -64 10 -74Q6 -92 14 -108L24 -96H38L48 -108Q56 -86 44 -74Q36 -66 36 -50V0Z', k.m(c)), curve('M-30 -40Q-16 -40 -10 -52M-36 -24Q-20 -24 -12 -34', k.m(c, 0, -0.35), 4), P('M20 -44Q30 -30 36 -44V0H22Z', k.m('cream')), C(26, -86, 2.6, k.m('ink')), C(40, -86, 2.6, k.m('ink'))], { flip });
export const oryx = (k, { x, y, s = 1, flip = false }) => G(x, y, s, [limb([[24, -44], [26, -22], [24, 0]], [7, 3.5, 2.6], k.m('dust', 0, -0.3)), limb([[-28, -44], [-26, -22], [-30, 0]], [8, 3.5, 2.6], k.m('dust', 0, -0.3)), P('M-42 -56Q-38 -70 -16 -68Q10 -66 24 -74Q36 -88 46 -94Q56 -94 66 -76Q66 -70 58 -70L48 -74Q40 -56 32 -44Q0 -34 -30 -40Q-44 -44 -42 -56Z', k.m('paper')), limb([[30, -44], [34, -22], [32, 0]], [8, 3.6, 2.8], k.m('paper')), limb([[-32, -46], [-34, -22], [-36, 0]], [9, 3.6, 2.8], k.m('paper')), curve('M46 -94Q36 -130 18 -152M50 -94Q44 -132 28 -156', k.m('ink'), 3.4), P('M52 -88L64 -76L54 -72Z', k.m('ink')), curve('M-42 -56Q-52 -40 -46 -26', k.m('ink'), 4), R(28, -26, 8, 8, k.m('ink')), R(-38, -26, 8, 8, k.m('ink'))], { flip });
export const hen = (k, { x, y, s = 1, flip = false, c = 'clay' }) => G(x, y, s, [ln([[0, -14], [0, 0], [8, 0]], k.m('saffron'), 3), P('M-30 -40Q-10 -26 8 -40Q14 -56 24 -54Q32 -50 28 -40Q28 -10 0 -10Q-26 -12 -30 -40Z', k.m(c)), pg([[30, -48], [40, -44], [30, -42]], k.m('saffron')), C(24, -56, 5, k.m('pom')), C(26, -48, 1.8, k.m('ink'))], { flip });
