import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { mountingOf } from '../site/islands/mounting'
import { islands } from '../site/islands/registry'
import { mountsOnLoad } from '../site/lib/islands/island-contract'
import type { Kind } from '../site/lib/payload.gen'
import type { Bundle } from '../site/render/build/bundle'
import { fontBudget, heroBudget, htmlBudget, kB, scriptBudget, styleBudget } from './support/budgets'
import { repository } from './support/build'
import { request } from './support/request'
import { languagesOf, origin, pathIn, storefronts, type AnyLanguage, type Deployment } from './support/storefronts'
import { kinds, pagesOf, rootOf, type BuiltPage } from './support/tree'

// Tests the size of every built page by its files; budgets.test.ts measures what a browser loads.

/** Width and density of a mid-range phone. */
const phone = { width: 412, density: 2.625 }
/** Whether to test the first picture of every page, instead of one of each kind. */
const everyHero = process.env.ALL === '1'

const bundle = JSON.parse(readFileSync(join(repository, 'site/dist/bundle.json'), 'utf8')) as Bundle

interface Weight {
  script: number
  style: number
  fonts: number
  html: number
}

const worst = new Map<Kind, Record<AnyLanguage, Weight>>()

/** Sizes of files as they are sent; fonts are compressed already. */
const sizes = new Map<string, number>()
function sizeOf(root: string, path: string): number {
  const file = join(root, path)
  const known = sizes.get(file)
  if (known !== undefined) return known
  const bytes = readFileSync(file)
  const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length
  sizes.set(file, size)
  return size
}

/** Returns scripts with all their static imports. */
function withImports(root: string, scripts: string[]): Set<string> {
  const found = new Set(scripts)
  for (const path of found) {
    const source = readFileSync(join(root, path), 'utf8')
    for (const [, name = ''] of source.matchAll(/(?:^|[;}])import(?:[\w$*{}\s,]*from)?\s*["']\.\/([^"']+)["']/g))
      found.add(`assets/${name}`)
  }
  return found
}

/** Returns the files of the islands that mount without interaction. */
function mountedAtOnce(html: string): string[] {
  return [...html.matchAll(/data-island="([\w-]+)"/g)].flatMap(([, name = '']) => {
    return mountsOnLoad(mountingOf(name)) ? (bundle.islands?.[name] ?? []) : []
  })
}

const attributes = (html: string, tag: RegExp, name: string) =>
  (html.match(tag) ?? []).map((found) => new RegExp(` ${name}="/?([^"]*)"`).exec(found)?.[1] ?? '')

function documentOf(root: string, { path, payload }: BuiltPage): string {
  const file =
    payload.kind === 'not-found' ? pathIn(payload.locale as AnyLanguage, '/404.html') : join(path, 'index.html')
  return readFileSync(join(root, file), 'utf8')
}

function weigh(root: string, page: BuiltPage): Weight {
  const html = documentOf(root, page)
  const islandFiles = mountedAtOnce(html)
  const named = [
    ...attributes(html, /<script type="module"[^>]*>/g, 'src'),
    ...attributes(html, /<link rel="modulepreload"[^>]*>/g, 'href'),
  ]
  const scripts = withImports(root, [...named, ...islandFiles.filter((file) => file.endsWith('.js'))])
  const styles = new Set([
    ...attributes(html, /<link rel="stylesheet"[^>]*>/g, 'href'),
    ...islandFiles.filter((file) => file.endsWith('.css')),
  ])
  // Arabic pages have prices and names in the Latin letters of the text's font too.
  const { en = [], ar = [] } = bundle.entry.fonts
  const fonts = page.payload.locale === 'ar' ? [...ar, ...en.filter((file) => file.includes('readex'))] : en
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(root, file), 0)
  return { script: sum(scripts), style: sum(styles), fonts: sum(fonts), html: gzipSync(html).length }
}

test('the build lists the files of every React island', () => {
  expect(Object.keys(bundle.islands ?? {})).toEqual(Object.keys(islands))
})

describe.each(storefronts)('the pages of %s', (deployment) => {
  test('stay within their budgets of script, style, fonts and HTML', () => {
    const root = rootOf(deployment)
    const over: string[] = []
    for (const page of pagesOf(deployment)) {
      const { kind, locale } = page.payload
      const weight = weigh(root, page)
      recordWeight(kind, locale as AnyLanguage, weight)
      const budget: Weight = {
        script: scriptBudget(kind),
        style: styleBudget,
        fonts: fontBudget[locale as AnyLanguage],
        html: htmlBudget,
      }
      for (const part of ['script', 'style', 'fonts', 'html'] as const)
        if (weight[part] > budget[part] || weight[part] === 0)
          over.push(`${page.path}: ${weight[part]} B of ${part}, ${budget[part]} at most`)
    }
    expect(over).toEqual([])
  })

  test('preload the fonts of their language, and no others', () => {
    const root = rootOf(deployment)
    const wrong = pagesOf(deployment).filter((page) => {
      const preloaded = attributes(documentOf(root, page), /<link rel="preload" as="font"[^>]*>/g, 'href')
      const { en, ar } = bundle.entry.fonts
      return preloaded.join() !== (page.payload.locale === 'ar' ? ar : en)?.join()
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('preload their first picture, which is small enough for a phone', async () => {
    const root = rootOf(deployment)
    const pages = everyHero
      ? pagesOf(deployment)
      : languagesOf(deployment).flatMap((language) => firstOfEach(deployment, language))
    const requested = new Map<string, string>()
    const wrong: string[] = []
    for (const page of pages) {
      const html = documentOf(root, page)
      const image = /<img[^>]* fetchpriority="high"[^>]*>/i.exec(html)?.[0]
      if (!image) continue
      const written = /srcset="([^"]*)"/i.exec(image)?.[1] ?? ''
      const preload = (html.match(/<link rel="preload" as="image"[^>]*>/g) ?? []).find((link) => link.includes(written))
      const sizes = /imagesizes="([^"]*)"/.exec(preload ?? '')?.[1]
      if (!written || !preload || !sizes) wrong.push(`${page.path}: its first picture is not preloaded with its sizes`)
      else requested.set(chosenCandidate(written, sizes), page.path)
    }
    for (const [picture, path] of requested) {
      const size = await answerOf(deployment, picture)
      if (size === 0 || size > heroBudget) wrong.push(`${path}: ${picture} has ${size} B`)
    }
    expect(requested.size).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })
})

function firstOfEach(deployment: Deployment, language: AnyLanguage): BuiltPage[] {
  const own = pagesOf(deployment).filter(({ payload }) => payload.locale === language)
  return kinds.flatMap((kind) => own.find(({ payload }) => payload.kind === kind) ?? [])
}

/** Returns the candidate of a srcset that the phone loads. */
function chosenCandidate(srcset: string, sizes: string): string {
  const fits = (condition: string) =>
    [...condition.matchAll(/\((min|max)-width: ([\d.]+)(rem|px)\)/g)].every(([, which, value, unit]) => {
      const limit = Number(value) * (unit === 'rem' ? 16 : 1)
      return which === 'min' ? phone.width >= limit : phone.width <= limit
    })
  const size = sizes.split(/,\s*/).find((one) => !one.startsWith('(') || fits(one)) ?? '100vw'
  const [, value, unit] = /([\d.]+)(vw|rem|px)\)?$/.exec(size) ?? ['', '100', 'vw']
  const wide = Number(value) * (unit === 'vw' ? phone.width / 100 : unit === 'rem' ? 16 : 1) * phone.density
  const candidates = srcset.split(/,\s+/).map((one) => one.split(' '))
  const enough = candidates.find(([, width]) => parseInt(width ?? '') >= wide) ?? candidates.at(-1)
  return enough?.[0] ?? ''
}

/** Returns how many bytes the picture proxy answers with. */
async function answerOf(deployment: Deployment, path: string): Promise<number> {
  const { status, body } = await request(origin(deployment) + path, { accept: 'image/webp,*/*' })
  return status === 200 ? body.length : 0
}

function recordWeight(kind: Kind, language: AnyLanguage, weight: Weight): void {
  const none = { script: 0, style: 0, fonts: 0, html: 0 }
  const of = worst.get(kind) ?? { en: { ...none }, ar: { ...none }, fr: { ...none } }
  for (const part of ['script', 'style', 'fonts', 'html'] as const)
    of[language][part] = Math.max(of[language][part], weight[part])
  worst.set(kind, of)
}

/** Prints the table of the README: the heaviest page of each kind in all layouts. */
afterAll(() => {
  if (process.env.BUDGETS !== '1') return
  const cell = ({ en, ar }: Record<AnyLanguage, Weight>, part: keyof Weight) =>
    [en, ar].map((weight) => (weight[part] / kB).toFixed(1)).join('; ')
  const rows = kinds.flatMap((kind) => {
    const of = worst.get(kind)
    if (!of) return []
    return [
      `| ${kind} | ${(['script', 'style', 'fonts', 'html'] as const).map((part) => cell(of, part)).join(' | ')} |`,
    ]
  })
  console.log(['| kB, English; Arabic | script | style | fonts | HTML |', '|---|---|---|---|---|', ...rows].join('\n'))
})
