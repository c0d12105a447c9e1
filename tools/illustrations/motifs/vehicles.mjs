// What drives, pedals and flies.
import { P, C, E, R, G, ln, curve, clip } from '../core.mjs';

const wheel = (k, x, y, r, hub = 'cream') => C(x, y, r, k.m('ink')) + C(x, y, r * 0.56, k.m(hub)) + C(x, y, r * 0.2, k.m('ink'));

/** Box-shaped old off-roader, about 430 wide. top: hard, open, canvas. */
export function jeep(k, { x, y, s = 1, flip = false, c = 'link', top = 'open', load = false, rot = 0, n = 3, roof = 'cream' }) {
  const a = k.m(c), d = k.m(c, 0, -0.28), l = k.m(c, 0, 0.25), o = [];
  if (top !== 'hard') { // travellers on the benches
    for (let i = 0; i < n; i++) o.push(k.person({ x: -160 + i * 62, y: -84, h: 172, pose: 'sit', outfit: ['dress', 'trek', 'trek'][i % 3], c1: ['pom', 'saffron', 'glass'][i % 3], hat: ['straw', 'hair', 'straw'][i % 3] }));
    o.push(k.person({ x: 24, y: -84, h: 176, pose: 'sit', outfit: 'kandura' }), curve('M58 -128L84 -142', k.m('ink'), 6));
    if (top === 'canvas') o.push(P('M-206 -262Q-80 -276 66 -262L70 -248H-208Z', k.m(roof)), ln([[-200, -250], [-200, -140]], k.m('ink'), 5), ln([[-64, -250], [-64, -140]], k.m('ink'), 5));
    o.push(ln([[66, -252], [100, -142]], k.m('ink'), 6));
    if (top === 'open') o.push(curve('M-200 -130V-196H-60V-130', k.m('ink'), 6));
  } else {
    o.push(P('M-212 -140V-238Q-212 -252 -196 -252H50Q62 -252 68 -240L104 -140Z', k.m(roof)), R(-196, -232, 74, 68, k.m('glass'), 5), R(-110, -232, 74, 68, k.m('glass'), 5), P('M-24 -232H48L78 -164H-24Z', k.m('glass')), P('M-196 -232h34l-34 44ZM-24 -232h30l-30 40Z', k.m('paper')));
    o.push(k.person({ x: -4, y: -84, h: 160, pose: 'sit', outfit: 'kandura', sil: k.m('basalt') }));
    if (load) o.push(R(-190, -272, 230, 8, k.m('ink')), R(-170, -304, 80, 32, k.m('wood'), 4), R(-80, -296, 60, 24, k.m('pom'), 4), E(6, -284, 34, 14, k.m('saffron')));
  }
  o.push(P('M-216 -142H98L214 -134Q226 -132 226 -120V-62H-216Z', a), P('M-216 -96H226V-62H-216Z', d), ln([[-216, -140], [214, -132]], l, 5), ln([[98, -140], [98, -64]], d, 4), ln([[-20, -140], [-20, -64]], d, 4), ln([[-118, -140], [-118, -64]], d, 4), R(222, -84, 26, 16, k.m('steel'), 4), C(222, -112, 12, k.m('saffron')), C(222, -112, 12, 'none', `stroke="${k.m('ink')}" stroke-width="4"`), R(72, -120, 18, 6, k.m('ink'), 3), R(-44, -120, 18, 6, k.m('ink'), 3), C(-232, -96, 0, a), R(-240, -132, 22, 62, k.m('ink'), 9));
  o.push(P('M84 -62A60 60 0 0 1 204 -62Z', k.m('ink')), P('M-190 -62A60 60 0 0 1 -70 -62Z', k.m('ink')), R(-60, -64, 136, 12, k.m('ink'), 3), wheel(k, 144, -46, 46), wheel(k, -130, -46, 46));
  return G(x, y, s, o, { flip, rot });
}
/** A rounded modern 4x4 for long roads. */
export function suv(k, { x, y, s = 1, flip = false, c = 'paper', rot = 0, load = true }) {
  const a = k.m(c), d = k.m(c, 0, -0.22), o = [];
  if (load) o.push(R(-150, -236, 210, 7, k.m('ink'), 3), R(-140, -266, 80, 30, k.m('pom'), 5), R(-52, -260, 86, 24, k.m('wood'), 5));
  o.push(P('M-222 -130Q-206 -210 -180 -222Q-60 -236 44 -222Q64 -218 112 -150L212 -132Q240 -126 240 -92V-58H-228V-110Z', a), P('M-190 -144L-168 -204H-76V-144ZM-62 -204H34Q46 -202 82 -148L78 -144H-62Z', k.m('ink')), P('M-150 -204h26l-28 60h-24ZM-10 -204h26l-30 60h-24Z', k.m('basalt')), P('M-228 -92H240V-58H-228Z', d), ln([[-68, -206], [-68, -66]], d, 4), P('M214 -128l22 10v12l-26 -4Z', k.m('saffron')), R(-230, -128, 12, 30, k.m('pom'), 3), R(-52, -130, 22, 6, d, 3), R(-156, -130, 22, 6, d, 3));
  o.push(P('M84 -56A58 58 0 0 1 200 -56Z', k.m('ink')), P('M-190 -56A58 58 0 0 1 -74 -56Z', k.m('ink')), wheel(k, 142, -46, 47, 'steel'), wheel(k, -132, -46, 47, 'steel'));
  return G(x, y, s, o, { flip, rot });
}
export function sedan(k, { x, y, s = 1, flip = false, c = 'ink' }) {
  const a = k.m(c), hi = k.m(c, 0, 0.22), o = [P('M-250 -84Q-252 -108 -226 -116L-150 -124Q-92 -176 -30 -180H40Q90 -178 142 -126L224 -108Q254 -100 252 -66Q252 -44 240 -40H-240Q-252 -44 -250 -84Z', a), P('M-124 -124Q-86 -162 -30 -166H-6V-124ZM8 -166H40Q82 -162 118 -124H8Z', k.m('glass')), P('M-60 -162l24 -3l-34 41h-30ZM50 -164l16 6l-26 34h-28Z', k.m('paper')), ln([[-240, -94], [244, -90]], hi, 4), ln([[0, -168], [0, -50]], hi, 3), R(16, -108, 26, 6, hi, 3), R(-110, -108, 26, 6, hi, 3), P('M226 -104q20 6 22 20l-30 -4Z', k.m('saffron')), P('M-248 -104h20v16h-22Z', k.m('pom'))];
  o.push(wheel(k, 152, -40, 42, 'steel'), wheel(k, -146, -40, 42, 'steel'));
  return G(x, y, s, o, { flip });
}
/** Safety bicycle; rider: outfit options or nothing. */
export function bicycle(k, { x, y, s = 1, flip = false, c = 'pom', rider, basket = false, small = false }) {
  const f = k.m(c), t = k.m('ink'), o = [], w = (cx) => C(cx, -42, 42, 'none', `stroke="${t}" stroke-width="5.5"`) + [0, 30, 60, 90, 120, 150].map((a) => `<line x1="${cx - 40 * Math.cos(a / 57.3)}" y1="${-42 - 40 * Math.sin(a / 57.3)}" x2="${cx + 40 * Math.cos(a / 57.3)}" y2="${-42 + 40 * Math.sin(a / 57.3)}" stroke="${k.m('steel')}" stroke-width="1.4"/>`).join('') + C(cx, -42, 5, t);
  o.push(w(-68), w(74), ln([[-68, -42], [-6, -40], [46, -108], [-32, -104], [-6, -40]], f, 7), ln([[-68, -42], [-32, -104], [-36, -118]], f, 6), ln([[74, -42], [44, -116], [56, -134]], f, 6), curve('M56 -134Q70 -138 78 -130', t, 6), P('M-58 -122Q-36 -130 -16 -120Q-30 -114 -58 -122Z', t), C(-6, -40, 13, 'none', `stroke="${t}" stroke-width="4"`), ln([[-6, -40], [4, -24]], t, 5), ln([[-2, -22], [12, -22]], t, 5));
  if (basket) o.push(P('M62 -128H112L104 -90H70Z', k.m('earth')), ln([[66, -116], [108, -116]], k.m('earth', 0, -0.3), 2), ln([[68, -104], [106, -104]], k.m('earth', 0, -0.3), 2), ...[[74, -132, 'pom'], [88, -138, 'saffron'], [102, -132, 'pink']].map(([a, b, q]) => C(a, b, 10, k.m(q))));
  if (rider) o.push(k.person({ x: -36, y: -14, h: 215, pose: 'cycle', ...rider }));
  return G(x, y, s, o, { flip });
}
/** Hot-air balloon; cs: gore colours. (x, y) is the basket's foot; the envelope is 300 wide at s = 1. */
export function balloon(k, { x, y, s = 1, cs = ['pom', 'cream', 'saffron'], band = 'ink', riders = 4, flame = true, depth = 0 }) {
  const o = [], d = 'M-34 -118C-70 -190 -152 -250 -152 -350C-152 -440 -84 -500 0 -500C84 -500 152 -440 152 -350C152 -250 70 -190 34 -118Z', gores = [];
  const xs = [-152, -122, -72, 0, 72, 122, 152].map((v) => v);
  gores.push(R(-160, -510, 320, 400, k.m(cs[0], depth)));
  for (let i = 0; i < 6; i++) { const a = xs[i], b = xs[i + 1], q = (v) => v * 0.2; gores.push(P(`M0 -505C${a * 0.9} -500 ${a * 1.08} -420 ${a * 1.06} -350C${a} -250 ${a * 0.5} -190 ${q(a)} -116H${q(b)}C${b * 0.5} -190 ${b} -250 ${b * 1.06} -350C${b * 1.08} -420 ${b * 0.9} -500 0 -505Z`, k.m(cs[i % cs.length], depth, i > 3 ? -0.16 : i < 1 ? 0.1 : 0))); }
  gores.push(P('M-170 -356Q0 -300 170 -356V-326Q0 -268 -170 -326Z', k.m(band, depth)), P('M-150 -230Q0 -186 150 -230V-220Q0 -176 -150 -220Z', k.m(band, depth)));
  o.push(clip(d, gores), P('M-34 -118Q0 -106 34 -118L30 -104Q0 -94 -30 -104Z', k.m(band, depth)));
  for (const q of [-1, 1]) o.push(ln([[q * 30, -106], [q * 26, -44]], k.m('ink', depth), 2), ln([[q * 12, -100], [q * 10, -44]], k.m('ink', depth), 1.6));
  if (flame) o.push(P('M0 -112Q-12 -88 -6 -74H6Q12 -88 0 -112Z', k.m('saffron')), P('M0 -98Q-6 -86 -3 -76H3Q6 -86 0 -98Z', k.m('paper')));
  for (let i = 0; i < riders; i++) o.push(k.person({ x: -21 + (i * 42) / Math.max(1, riders - 1), y: 8, h: 62, sil: k.m('ink', depth), outfit: i % 2 ? 'dress' : 'trek', pose: i === 1 ? 'photo' : 'stand' }));
  o.push(P('M-32 -44H32L27 0H-27Z', k.m('wood', depth)), R(-34, -48, 68, 8, k.m('darkwood', depth), 4), ln([[-29, -24], [29, -24]], k.m('darkwood', depth), 3), ln([[-10, -40], [-8, -2]], k.m('darkwood', depth), 2), ln([[10, -40], [8, -2]], k.m('darkwood', depth), 2));
  return G(x, y, s, o);
}
export function helicopter(k, { x, y, s = 1, flip = false, c = 'pom', rot = 0 }) {
  const a = k.m(c), o = [P('M-70 -96Q-200 -110 -330 -118L-332 -104Q-200 -78 -60 -50Z', a), P('M-330 -118L-366 -178H-338L-306 -112Z', k.m('ink')), C(-340, -116, 40, 'none', `stroke="${k.m('steel')}" stroke-width="3"`), ln([[-340, -152], [-340, -80]], k.m('ink'), 5), P('M-90 -60Q-90 -150 20 -154Q120 -154 164 -76Q170 -44 120 -36H-40Q-90 -36 -90 -60Z', a), P('M30 -142Q108 -138 144 -78Q120 -66 36 -66Z', k.m('glass')), P('M18 -142H-40Q-74 -136 -76 -66H20Z', k.m('glass')), P('M60 -138l20 8l-24 62h-18ZM-30 -140h18l-22 72h-20Z', k.m('paper')), k.person({ x: 56, y: -38, h: 118, pose: 'sit', sil: k.m('ink') }), k.person({ x: -36, y: -38, h: 118, pose: 'sit', sil: k.m('ink') }), P('M-88 -66H166Q166 -40 120 -36H-40Q-90 -36 -88 -66Z', a), ln([[-80, -60], [160, -60]], k.m('cream'), 7), R(-30, -182, 70, 30, k.m('ink'), 6), ln([[5, -182], [5, -206]], k.m('ink'), 8), P('M-290 -210Q0 -222 300 -210Q0 -198 -290 -210Z', k.m('ink')), ln([[-30, -36], [-44, -6]], k.m('ink'), 6), ln([[80, -36], [92, -6]], k.m('ink'), 6), curve('M-110 -6H140Q160 -6 168 -20', k.m('ink'), 8)];
  return G(x, y, s, o, { flip, rot });
}
/** A traveller on a zipline trolley; the cable is the scene's. */
export const zipper = (k, { x, y, s = 1, flip = false, c1 = 'pom' }) => G(x, y, s, [R(-26, -8, 52, 14, k.m('ink'), 7), C(-16, -4, 8, k.m('saffron')), C(16, -4, 8, k.m('saffron')), ln([[0, 4], [4, 60], [-8, 150]], k.m('ink'), 5), k.person({ x: -8, y: 205, h: 220, pose: 'zip', outfit: 'trek', c1, hat: 'helmet' }), curve('M-24 160Q-4 176 16 164', k.m('ink'), 6)], { flip });
export const quad = (k, { x, y, s = 1, flip = false }) => G(x, y, s, [k.person({ x: -14, y: -40, h: 150, pose: 'ride', outfit: 'trek', hat: 'helmet' }), P('M-90 -60Q-60 -76 -30 -64H30L60 -80Q92 -70 100 -50L70 -36H-70Z', k.m('pom')), ln([[44, -70], [34, -100], [20, -104]], k.m('ink'), 6), wheel(k, -62, -30, 30), wheel(k, 70, -30, 30)], { flip });
