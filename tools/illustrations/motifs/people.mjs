// Figures: joints on a 100-unit body facing right, dressed by outfit.
import { C, E, R, P, G, ln, curve, pg, sm, limb, clip } from '../core.mjs';

const POSES = {
  stand: { hip: [0, -50], neck: [0, -82], head: [0.6, -92], legs: [[[-4, -27], [-5, 0]], [[4, -27], [5, 0]]], arms: [[[-11, -66], [-11, -48]], [[11, -66], [12, -48]]] },
  walk: { hip: [0, -50], neck: [2, -82], head: [4, -92], legs: [[[-2, -27], [-14, -3]], [[8, -28], [11, 0]]], arms: [[[-8, -66], [-9, -50]], [[11, -66], [17, -53]]] },
  point: { hip: [0, -50], neck: [1, -82], head: [3, -92], legs: [[[-5, -27], [-7, 0]], [[5, -27], [6, 0]]], arms: [[[-11, -66], [-9, -49]], [[16, -80], [31, -86]]] },
  photo: { hip: [0, -50], neck: [1, -82], head: [2, -92], legs: [[[-5, -27], [-8, 0]], [[5, -27], [7, 0]]], arms: [[[-2, -69], [9, -86]], [[12, -72], [11, -87]]], cam: true },
  up: { hip: [0, -50], neck: [0, -82], head: [-1, -92], legs: [[[-4, -27], [-5, 0]], [[4, -27], [5, 0]]], arms: [[[-11, -66], [-11, -48]], [[13, -92], [16, -110]]] },
  offer: { hip: [0, -50], neck: [1, -82], head: [3, -91], legs: [[[-4, -27], [-5, 0]], [[4, -27], [5, 0]]], arms: [[[6, -64], [20, -62]], [[12, -63], [24, -66]]] },
  hold: { hip: [0, -50], neck: [0, -82], head: [1, -92], legs: [[[-4, -27], [-5, 0]], [[4, -27], [5, 0]]], arms: [[[-11, -66], [-10, -49]], [[13, -67], [24, -72]]] },
  sit: { hip: [0, -28], neck: [1, -60], head: [3, -70], legs: [[[17, -29], [16, 0]], [[19, -27], [20, 0]]], arms: [[[3, -44], [15, -34]], [[8, -43], [20, -36]]] },
  cross: { hip: [0, -7], neck: [0, -40], head: [1, -50], legs: [[[-17, -5], [3, -2]], [[17, -5], [-3, -2]]], arms: [[[-11, -24], [-9, -10]], [[11, -24], [14, -12]]] },
  floor: { hip: [0, -7], neck: [-5, -39], head: [-3, -49], legs: [[[18, -22], [26, 0]], [[22, -20], [33, 0]]], arms: [[[-13, -22], [-15, -3]], [[6, -26], [17, -21]]] },
  reach: { hip: [0, -7], neck: [4, -40], head: [8, -49], legs: [[[-15, -5], [3, -2]], [[17, -5], [-3, -2]]], arms: [[[12, -26], [27, -17]], [[14, -27], [30, -22]]] },
  drink: { hip: [0, -7], neck: [0, -40], head: [1, -50], legs: [[[-17, -5], [3, -2]], [[17, -5], [-3, -2]]], arms: [[[-11, -24], [-9, -10]], [[14, -28], [9, -44]]] },
  kneel: { hip: [0, -20], neck: [8, -50], head: [13, -58], legs: [[[10, -3], [-10, -1]], [[14, -18], [14, 0]]], arms: [[[15, -34], [27, -20]], [[18, -36], [30, -24]]] },
  ride: { hip: [0, -8], neck: [0, -40], head: [1, -50], legs: [[[12, -4], [14, 16]], [[13, -3], [16, 17]]], arms: [[[4, -24], [15, -18]], [[7, -24], [17, -18]]] },
  paddle: { hip: [0, -6], neck: [4, -38], head: [7, -47], legs: [[[18, -9], [30, -3]], [[18, -9], [30, -3]]], arms: [[[10, -24], [22, -28]], [[15, -30], [30, -20]]] },
  cycle: { hip: [0, -48], neck: [15, -74], head: [21, -83], legs: [[[18, -36], [11, -14]], [[15, -26], [12, -2]]], arms: [[[24, -62], [35, -56]], [[25, -61], [36, -55]]] },
  climb: { hip: [0, -48], neck: [3, -80], head: [5, -90], legs: [[[14, -40], [9, -22]], [[2, -24], [4, 0]]], arms: [[[13, -92], [15, -110]], [[13, -74], [18, -92]]] },
  zip: { hip: [0, -20], neck: [-8, -50], head: [-5, -60], legs: [[[20, -28], [40, -30]], [[20, -24], [41, -24]]], arms: [[[0, -66], [4, -84]], [[3, -66], [8, -84]]] },
  swim: { hip: [0, 0], neck: [30, -5], head: [40, -8], legs: [[[-24, 3], [-50, -2]], [[-24, 0], [-52, 7]]], arms: [[[40, 6], [54, 12]], [[24, 10], [10, 16]]] },
  dance: { hip: [0, -50], neck: [0, -82], head: [3, -92], legs: [[[-2, -27], [-2, 0]], [[2, -27], [3, 0]]], arms: [[[-20, -86], [-36, -100]], [[20, -82], [37, -84]]] },
  drum: { hip: [0, -28], neck: [2, -60], head: [6, -69], legs: [[[17, -29], [16, 0]], [[19, -27], [20, 0]]], arms: [[[8, -46], [18, -40]], [[12, -46], [22, -44]]] },
};

/** outfit: trek dress kandura abaya galabeya djellaba omani apron dervish suit; h: height of the standing figure. */
export function person(k, { x, y, h = 170, flip = false, pose = 'stand', outfit = 'trek', c1, c2, hat, pack, skin, sil, rot = 0, child = false, hair = 'darkwood' } = {}) {
  const p = POSES[pose], m = sil ? () => sil : k.m, o = [];
  const sk = m(skin ?? ['skin', 'skin2', 'skin3'][Math.floor(k.rnd() * 3)]);
  const D = { trek: ['saffron', 'basalt'], dress: ['pom', 'pom'], kandura: ['paper', 'paper'], abaya: ['ink', 'ink'], galabeya: ['glass', 'glass'], djellaba: ['earth', 'earth'], omani: ['paper', 'paper'], apron: ['paper', 'basalt'], dervish: ['paper', 'paper'], suit: ['ink', 'ink'] }[outfit];
  const top = m(c1 ?? D[0]), shade = m(c1 ?? D[0], 0, -0.22), leg = m(c2 ?? D[1]), leg2 = m(c2 ?? D[1], 0, -0.25), [nx, ny] = p.neck, [hx, hy] = p.hip, [dx, dy] = p.head;
  const robe = ['kandura', 'abaya', 'galabeya', 'djellaba', 'omani'].includes(outfit), sw = robe ? 11 : 10.5;
  const shL = [nx - sw, ny + 4], shR = [nx + sw * 0.95, ny + 4], arm = (i, c) => limb([i ? shR : shL, ...p.arms[i]], [4.4, 3.6, 2.8], c) + C(...p.arms[i][1], 3, sk);
  const wide = (c, cc) => limb([cc ? shR : shL, ...p.arms[cc]], [5, 4.6, 4.8], c) + C(p.arms[cc][1][0], p.arms[cc][1][1] + 1.5, 2.7, sk);
  if (outfit === 'dervish') {
    o.push(limb([[-1, -40], [-1, -2]], [3, 2.5], m('darkwood')), P('M-9 -52C-16 -30 -34 -16 -52 -10Q-30 2 -8 -4Q16 6 50 -12C32 -18 16 -34 9 -52Z', top), P('M2 -52C8 -34 20 -20 50 -12Q30 -2 14 -1Q8 -26 2 -52Z', shade), curve('M-6 -46Q-14 -22 -34 -9M-2 -46Q-5 -20 -12 -5M5 -46Q10 -20 22 -6', m('basalt', 0.4), 1.2));
    o.push(limb([[-8, -78], [-20, -87], [-36, -100]], [5, 4.5, 5.5], top), limb([[8, -78], [20, -82], [37, -84]], [5, 4.5, 5.5], top), C(-39, -103, 2.6, sk), C(41, -83, 2.6, sk), P('M-9 -82Q0 -86 9 -82L8 -50H-8Z', top), P('M2 -84L9 -82L8 -50H3Z', shade), R(-9, -55, 18, 5, m('pom')), E(2, -90, 5.8, 6.8, sk), P('M-4 -94L-1.5 -111Q2 -113 5.5 -111L8 -94Z', m('earth')));
    return G(x, y, h / 100, o, { flip, rot });
  }
  if (pack) o.push(P(`M${nx - 9} ${ny + 2}q-13 1 -13 14l1 15q1 4 7 3l6 -4Z`, m(pack)), P(`M${nx - 21} ${ny + 18}h9v9h-8Z`, m(pack, 0, -0.25)));
  if (robe || outfit === 'dress') {
    o.push(outfit === 'dress' ? arm(0, shade) : wide(shade, 0));
    const xs = p.legs.flat().map((q) => q[0]), ys = p.legs.flat().map((q) => q[1]), fy = Math.max(...ys) - (outfit === 'dress' ? (pose === 'cross' || pose === 'reach' ? 0 : 13) : 2), a = Math.min(...xs, hx - 6) - 4, b = Math.max(...xs, hx + 6) + 5;
    if (outfit === 'dress') for (const [i, l] of p.legs.entries()) o.push(limb([[hx, hy], ...l], [4, 3.2, 2.4], sk), P(`M${l[1][0] - 3} ${l[1][1] + 1}h9q0 -4 -4 -4h-5Z`, m('ink')));
    else for (const l of p.legs) if (!['cross', 'reach', 'drink'].includes(pose)) o.push(P(`M${l[1][0] - 3} ${l[1][1] + 1}h9q0 -4 -5 -4h-4Z`, m('darkwood')));
    const knee = Math.max(...p.legs.map((l) => l[0][0])), kneeY = Math.min(...p.legs.map((l) => l[0][1]));
    const front = knee > hx + 12 ? [[hx + 8, hy - 8], [knee + 3, kneeY - 5], [b, fy]] : [[hx + 9, hy], [b, fy]];
    const body = [shL, [hx - 9, hy], [a, fy], ...front.reverse(), shR, [nx + 3, ny - 1], [nx - 3, ny - 1]];
    const d = sm(body, true, 0.35);
    o.push(P(d, top), clip(d, [pg([[nx - 1, ny - 4], [hx - 2, hy], [(a + b) / 2 - 3, fy + 3], [a - 9, fy + 3], [hx - 18, hy], [nx - 18, ny]], shade), outfit === 'dress' ? pg([[hx - 14, hy - 12], [hx + 14, hy - 12], [hx + 14, hy - 9], [hx - 14, hy - 9]], shade) : '']));
    o.push(outfit === 'dress' ? arm(1, sk) : wide(top, 1));
  } else {
    o.push(arm(0, shade));
    p.legs.forEach((l, i) => o.push(limb([[hx + (i ? 3 : -3), hy], ...l], [5.6, 4.4, 3.2], i ? leg : leg2), P(`M${l[1][0] - 4} ${l[1][1] + 1}h11q0 -5 -5 -5h-6Z`, m('ink'))));
    const d = sm([shL, [hx - 8, hy + 2], [hx + 8, hy + 2], shR, [nx + 3, ny - 1], [nx - 3, ny - 1]], true, 0.35);
    o.push(P(d, top), clip(d, pg([[nx - 2, ny - 5], [hx - 1, hy + 6], [hx - 18, hy + 6], [nx - 18, ny]], shade)));
    if (outfit === 'apron') o.push(P(`M${nx - 4} ${ny + 8}h10l${hx - nx + 4} ${hy - ny + 6}h-18Z`, m('pom')));
    if (pack) o.push(curve(`M${nx - 6} ${ny + 1}q9 8 -1 24`, m(pack), 2.6));
    o.push(arm(1, top));
  }
  // head, then what covers it
  o.push(limb([[nx, ny], [dx - 0.5, dy + 3]], [3.4, 3.2], sk), E(dx, dy, 5.9, 7, sk));
  const cov = hat ?? { kandura: 'ghutra', abaya: 'shayla', galabeya: 'turban', djellaba: 'hood', omani: 'kumma', apron: 'hair', dress: 'hair', trek: 'hair', suit: 'hair' }[outfit];
  const hairC = m(hair);
  const H = {
    ghutra: () => P(`M${dx + 5} ${dy - 5}Q${dx} ${dy - 11} ${dx - 5} ${dy - 6}Q${dx - 9} ${dy} ${dx - 11} ${dy + 17}Q${dx - 4} ${dy + 14} ${dx + 1} ${dy + 16}Q${dx - 1} ${dy + 4} ${dx + 2} ${dy - 3}Z`, m(c2 && c2 !== c1 ? c2 : 'paper', 0, sil ? 0 : -0.06)) + curve(`M${dx - 6.5} ${dy - 5}Q${dx} ${dy - 9.5} ${dx + 5.6} ${dy - 5}`, m('ink'), 2),
    shayla: () => P(`M${dx + 5} ${dy - 5}Q${dx + 1} ${dy - 11} ${dx - 5} ${dy - 7}Q${dx - 9} ${dy - 1} ${dx - 10} ${dy + 10}Q${dx - 9} ${dy + 18} ${dx - 2} ${dy + 18}Q${dx + 8} ${dy + 18} ${dx + 6} ${dy + 10}L${dx + 3} ${dy + 7}Q${dx - 2} ${dy} ${dx + 3} ${dy - 4}Z`, m(c2 ?? c1 ?? 'ink', 0, sil ? 0 : c2 ? 0 : 0.1)),
    turban: () => P(`M${dx - 8} ${dy - 2}Q${dx - 8} ${dy - 12} ${dx + 1} ${dy - 11}Q${dx + 9} ${dy - 10} ${dx + 7} ${dy - 2}Q${dx} ${dy - 6} ${dx - 8} ${dy - 2}Z`, m(c2 && c2 !== c1 ? c2 : 'paper')) + curve(`M${dx - 7} ${dy - 5}Q${dx} ${dy - 11} ${dx + 6.5} ${dy - 6}`, m('steel', 0.2), 1.1),
    hood: () => H.kumma() + P(`M${dx - 5} ${dy + 3}Q${dx - 15} ${dy + 6} ${dx - 14} ${dy + 22}Q${dx - 9} ${dy + 26} ${dx - 4} ${dy + 14}L${dx + 6} ${dy + 10}Q${dx + 2} ${dy + 4} ${dx - 5} ${dy + 3}Z`, m(c1 ?? 'earth', 0, sil ? 0 : -0.16)),
    kumma: () => P(`M${dx - 6.2} ${dy - 2}L${dx - 5.6} ${dy - 9}Q${dx} ${dy - 11} ${dx + 5.8} ${dy - 9}L${dx + 6} ${dy - 3}Z`, m('paper')) + ln([[dx - 5, dy - 5.5], [dx - 1.5, dy - 7.5], [dx + 2, dy - 5.5], [dx + 5, dy - 7.5]], m('pom'), 1.1),
    hair: () => P(`M${dx + 5.5} ${dy - 4}Q${dx + 1} ${dy - 10} ${dx - 5} ${dy - 6}Q${dx - 8} ${dy} ${dx - 5} ${dy + 4}Q${dx - 2} ${dy - 2} ${dx + 1} ${dy - 4}Z`, hairC),
    long: () => P(`M${dx + 5.5} ${dy - 4}Q${dx + 1} ${dy - 10} ${dx - 5} ${dy - 7}Q${dx - 10} ${dy} ${dx - 9} ${dy + 15}Q${dx - 4} ${dy + 16} ${dx - 1} ${dy + 12}Q${dx - 3} ${dy - 2} ${dx + 1} ${dy - 4}Z`, hairC),
    scarf: () => P(`M${dx + 5} ${dy - 5}Q${dx + 1} ${dy - 11} ${dx - 5} ${dy - 7}Q${dx - 8} ${dy - 1} ${dx - 7} ${dy + 9}Q${dx} ${dy + 14} ${dx + 6} ${dy + 9}L${dx + 3} ${dy + 7}Q${dx - 2} ${dy} ${dx + 3} ${dy - 4}Z`, m(c2 ?? 'saffron')),
    straw: () => H.hair() + E(dx + 0.5, dy - 4, 12.5, 2.4, m('cream', 0, -0.1)) + P(`M${dx - 6} ${dy - 4}Q${dx - 5.4} ${dy - 12} ${dx + 0.5} ${dy - 12}Q${dx + 6.4} ${dy - 12} ${dx + 7} ${dy - 4}Z`, m('cream')) + curve(`M${dx - 5.8} ${dy - 5.6}H${dx + 6.8}`, m('pom'), 2),
    cap: () => H.hair() + P(`M${dx - 6} ${dy - 3}Q${dx - 5} ${dy - 10.5} ${dx + 1} ${dy - 10.5}Q${dx + 6} ${dy - 10} ${dx + 6.4} ${dy - 4.6}L${dx + 12} ${dy - 3}Z`, m('pom')),
    helmet: () => P(`M${dx - 7.4} ${dy - 1}Q${dx - 7} ${dy - 11} ${dx + 0.5} ${dy - 11}Q${dx + 8} ${dy - 11} ${dx + 8} ${dy - 2.4}Z`, m('saffron')) + curve(`M${dx - 3} ${dy - 3}L${dx + 1} ${dy + 7}`, m('ink'), 1),
    chef: () => P(`M${dx - 6} ${dy - 4}L${dx - 7} ${dy - 14}Q${dx} ${dy - 19} ${dx + 7} ${dy - 14}L${dx + 6} ${dy - 4}Z`, m('paper')),
    fez: () => P(`M${dx - 5} ${dy - 5}L${dx - 4} ${dy - 13}H${dx + 5}L${dx + 6} ${dy - 5}Z`, m('pom')) + ln([[dx, dy - 13], [dx - 6, dy - 9]], m('ink'), 1),
  };
  o.push(H[cov] ? H[cov]() : '');
  if (p.cam) o.push(R(dx + 5, dy - 4, 9, 7, m('ink'), 1), C(dx + 14, dy - 0.5, 2.6, m('ink')));
  return G(x, y, (child ? 0.62 : 1) * h / 100, o, { flip, rot });
}

/** people: quick list, each [x, y, h, pose, outfit, extras] */
export const people = (k, list) => list.map(([x, y, h, pose, outfit, more]) => person(k, { x, y, h, pose, outfit, ...more })).join('');

/** A visiting family: two parents, a child between. */
export const family = (k, { x, y, h = 170, flip = false, sil }) => person(k, { x: x - h * 0.3, y, h, outfit: 'dress', hat: 'straw', pose: 'stand', flip, sil }) + person(k, { x, y: y + 4, h, child: true, outfit: 'trek', c1: 'pom', pose: 'walk', hat: 'cap', flip, sil }) + person(k, { x: x + h * 0.32, y, h: h * 1.06, outfit: 'trek', c1: 'link', c2: 'dust', pose: 'point', hat: 'straw', flip, sil });

/** A crowd of robes and hats for streets and sights. */
export function crowd(k, { x1, x2, y, h = 120, n = 8, set = ['trek', 'abaya', 'dress', 'kandura'], sil, depth = 0 }) {
  let o = '';
  for (let i = 0; i < n; i++) {
    const t = (i + k.between(0.2, 0.8)) / n, outfit = set[Math.floor(k.rnd() * set.length)], cs = ['pom', 'link', 'saffron', 'glass', 'clay', 'basalt'];
    o += person(k, { x: x1 + (x2 - x1) * t, y: y + k.between(-6, 8), h: h * k.between(0.9, 1.06), outfit, pose: k.rnd() > 0.5 ? 'walk' : 'stand', flip: k.rnd() > 0.5, sil, c1: ['trek', 'dress', 'djellaba', 'galabeya'].includes(outfit) ? cs[Math.floor(k.rnd() * cs.length)] : undefined, hat: outfit === 'trek' && k.rnd() > 0.5 ? 'straw' : undefined });
  }
  return o;
}
