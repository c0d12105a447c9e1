import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const rootFontSize = 16

it('breakpoints are those of the specification', () => {
  const found = [...tokens.matchAll(/--breakpoint-(\w+): ([\d.]+)rem/g)]
  const pixels = Object.fromEntries(found.map(([, name = '', rem]) => [name, Number(rem) * rootFontSize]))
  expect(pixels).toEqual({ xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536, '2xl': 1536 })
})
