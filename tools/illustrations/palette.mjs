// The print's inks. A picture has one time of day; it tints every material and says how distance fades.
import { mix } from './core.mjs';

export const INK = '#12262B', PAPER = '#F7F8F5', SAFFRON = '#F2B233', GLASS = '#DCEBE6', POM = '#A6193C', LINK = '#0B5A6B';

const MATERIALS = {
  ink: INK, paper: PAPER, saffron: SAFFRON, glass: GLASS, pom: POM, link: LINK,
  sand: '#EDBB6C', redsand: '#D9823F', dust: '#E3CDA4', earth: '#B97B4A', stone: '#EFE1C4', adobe: '#D8A069', clay: '#B9603A', rose: '#CF7A62',
  rock: '#BF5F3E', slate: '#6E878A', basalt: '#51656A', hill: '#8FA9A4', foliage: '#2E6E5C', leaf: '#5C9A72', olive: '#8B9A5B',
  water: '#157283', lagoon: '#3FA39E', deep: '#0B4A5A', wood: '#7A4A2C', darkwood: '#4E2F22', brass: '#D9A03A', copper: '#B8693A',
  steel: '#7C8E90', tower: '#5F8088', white: '#F7F8F5', cream: '#F4E6C8', cloth: '#A6193C', pink: '#DE9A9A', plum: '#5A2440',
  skin: '#A8714B', skin2: '#7E5036', skin3: '#C9966E',
};

// bands run from the top down to the horizon. tint: colour and amount laid over materials; dark: amount of ink.
const TIMES = {
  dawn: { bands: ['#8DBBBB', '#B4D3CF', '#DCEBE6', '#F6DFC6', '#F5C9A4'], haze: '#F3D5BD', tint: ['#EAA58E', 0.16], dark: 0.03, sun: '#F7F8F5', glow: '#F2B233' },
  day: { bands: ['#7FB9BC', '#9ECCCB', '#BEDDD9', '#DCEBE6', '#F2F4EA'], haze: '#DCEBE6', tint: ['#F7F8F5', 0], dark: 0, sun: '#F7F8F5', glow: '#F2B233' },
  clear: { bands: ['#F2DDAE', '#F4E4C0', '#F5EBD2', '#F6F1E3', '#F7F8F5'], haze: '#F3EAD6', tint: ['#F2B233', 0.04], dark: 0, sun: '#F2B233', glow: '#F2B233' },
  gold: { bands: ['#F2B233', '#F4BF52', '#F6CD77', '#F8DB9B', '#FAE9C2'], haze: '#F8D998', tint: ['#F2B233', 0.15], dark: 0.03, sun: '#F7F8F5', glow: '#F7F8F5' },
  dusk: { bands: ['#5A2440', '#8A1D3E', '#B93C3D', '#D9703A', '#F2B233'], haze: '#D5683C', tint: ['#A6193C', 0.22], dark: 0.16, sun: '#F8DB9B', glow: '#F2B233', lit: true },
  rosy: { bands: ['#0B5A6B', '#5E7F86', '#C09A95', '#E8AE90', '#F6CD8B'], haze: '#D9A593', tint: ['#A6193C', 0.16], dark: 0.1, sun: '#F2B233', glow: '#F8DB9B', lit: true },
  blue: { bands: ['#0D3640', '#0E4653', '#0B5A6B', '#3F8288', '#F0C489'], haze: '#2F747E', tint: ['#0B5A6B', 0.42], dark: 0.2, sun: '#F7F8F5', glow: '#F2B233', lit: true },
  night: { bands: ['#0D1A1E', '#12262B', '#11323A', '#0F414D', '#0B5A6B'], haze: '#0F4552', tint: ['#0B3C49', 0.5], dark: 0.3, sun: '#F7F8F5', glow: '#F2B233', lit: true },
  indoor: { bands: ['#E6D2AC', '#EBDBBC', '#F0E4CC', '#F3EBDA', '#F7F8F5'], haze: '#EFE3CB', tint: ['#F2B233', 0.05], dark: 0.02, sun: '#F7F8F5', glow: '#F2B233', lit: true },
  lamp: { bands: ['#2A1A26', '#4A1D30', '#6E2034', '#8F2A38', '#B4502F'], haze: '#8F3A35', tint: ['#A6193C', 0.18], dark: 0.14, sun: '#F2B233', glow: '#F2B233', lit: true },
};
TIMES.sea = { ...TIMES.day, bands: ['#DCEBE6', '#A9D2CD', '#63ACAD', '#2B8490', '#0B5A6B'], haze: '#63ACAD' };

export function palette(name) {
  const t = TIMES[name];
  if (!t) throw new Error(`no palette ${name}`);
  /** Material (or #colour) at a distance 0..1; sh < 0 is the shaded side, sh > 0 the lit side. */
  const m = (what, depth = 0, sh = 0) => {
    let c = MATERIALS[what] ?? what;
    if (c[0] !== '#') throw new Error(`no material ${what}`);
    c = mix(mix(c, t.tint[0], t.tint[1]), INK, t.dark);
    if (sh < 0) c = mix(c, mix(INK, t.tint[0], 0.25), -sh);
    if (sh > 0) c = mix(c, PAPER, sh);
    return mix(c, t.haze, depth);
  };
  return { ...t, name, m, lit: !!t.lit, raw: (what) => MATERIALS[what] };
}
