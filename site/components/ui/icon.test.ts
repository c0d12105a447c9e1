import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames } from './icon'

test('icons.css draws every icon of iconNames and no other', () => {
  const drawn = readFileSync(new URL('../../styles/icons.css', import.meta.url), 'utf8').matchAll(/\.icon-([a-z-]+)/g)
  expect([...new Set([...drawn].map(([, name]) => name))].sort()).toEqual([...iconNames])
})
