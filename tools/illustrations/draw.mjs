// node draw.mjs [--only name-or-prefix ...] [--svg dir]: draws scenes into content/media/*.webp
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { W, H, rng, resetIds } from './core.mjs';
import { palette } from './palette.mjs';
import * as motifs from './motifs/index.mjs';
import { scenes } from './scenes.mjs';

sharp.concurrency(1);
const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../../content/media');
const LIMIT = 110_000;

/** A kit is the palette, a seeded generator and every motif bound to them. */
export function kit(time, seed) {
  const k = { ...palette(time), rnd: rng(seed) };
  k.between = (a, b) => a + (b - a) * k.rnd();
  for (const [name, fn] of Object.entries(motifs)) k[name] = (...args) => fn(k, ...args);
  /** The same seed under another light: lamp-lit people before a night sky, say. */
  k.as = (other) => kit(other, `${seed}/${other}`);
  return k;
}

export function svg(name, scene) {
  resetIds();
  const body = [scene.draw(kit(scene.time, scene.seed ?? name))].flat(9).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">${body}</svg>`;
}

async function main(args) {
  const after = (flag) => { const i = args.indexOf(flag); return i < 0 ? [] : args.slice(i + 1, args.findIndex((a, j) => j > i && a.startsWith('--')) >>> 0); };
  const only = after('--only'), [svgDir] = after('--svg');
  const names = Object.keys(scenes).filter((n) => !only.length || only.some((o) => n.startsWith(o)));
  await mkdir(out, { recursive: true });
  let total = 0;
  for (const name of names) {
    const text = svg(name, scenes[name]);
    if (/NaN|undefined/.test(text)) throw new Error(`${name}: ${text.match(/.{60}(NaN|undefined).{40}/)?.[0]}`);
    if (svgDir) await writeFile(join(svgDir, `${name}.svg`), text);
    let quality = 80, data;
    do { data = await sharp(Buffer.from(text)).webp({ quality, effort: 4, smartSubsample: true }).toBuffer(); quality -= 8; } while (data.length > LIMIT && quality > 40);
    await writeFile(join(out, `${name}.webp`), data);
    total += data.length;
    if (data.length > 70_000) console.log(`${name}: ${Math.round(data.length / 1000)} kB`);
  }
  console.log(`${names.length} pictures, ${Math.round(total / 1000)} kB`);
}
if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
