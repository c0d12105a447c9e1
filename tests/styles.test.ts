import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages, pathIn, storefronts } from './support/storefronts'
import { filesUnder, rootOf } from './support/tree'

/** Custom properties that a component, or the toasts' library, sets on its own element. */
const setInPlace = /^--(of|part|s|g|button-(color|background|hover-color|hover-background|icon-color|icon-size))$/

const named = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

// A text with an undefined colour inherits one, which on a dark header may be unreadable.
test.for(storefronts)('%s defines every custom property that its styles use', (deployment) => {
  const root = rootOf(deployment)
  const read = (files: Iterable<string>) => [...files].map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const homes = read(languages.map((language) => join(pathIn(language, '/'), 'index.html')))
  const ofPages = named(homes, /<link rel="stylesheet" href="\/([^"]+)"/g)
  const ofIslands = filesUnder(root).filter((file) => /^assets\/static\/.*\.css$/.test(file))
  expect(ofPages.size).toBe(2)
  const style = read(new Set([...ofPages, ...ofIslands]))
  const defined = named(style, /(?:^|[{;\s])(--[\w-]+)\s*:/g)
  const used = [...named(style, /var\((--[\w-]+)\)/g)]
  expect(used.filter((name) => !defined.has(name) && !setInPlace.test(name))).toEqual([])
})
