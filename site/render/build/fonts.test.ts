import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { facesOf } from './fonts'

const css = readFileSync(join(import.meta.dirname, '../../styles/fonts.css'), 'utf8')

test('facesOf returns every face of a package with its weights and characters', () => {
  const faces = facesOf(css)
  expect(faces.map(({ file }) => file.split('/').at(-1))).toEqual([
    'kufam-latin-wght-normal.woff2',
    'kufam-arabic-wght-normal.woff2',
    'readex-pro-latin-wght-normal.woff2',
    'readex-pro-arabic-wght-normal.woff2',
  ])
  expect(faces.map(({ weights }) => weights.min)).toEqual([400, 400, 400, 400])
  const arabic = faces[3]?.ranges ?? []
  // Persian letters of names, Arabic digits, and the forms that old texts hold.
  for (const letter of 'پچژگکی٣ﷺﻻ') {
    const point = letter.codePointAt(0) ?? 0
    expect(
      arabic.some(([first, last]) => first <= point && point <= last),
      letter,
    ).toBe(true)
  }
})

test('facesOf throws if a face has no unicode-range', () => {
  const rule = "@font-face { src: url('@fontsource-variable/kufam/files/a.woff2'); font-weight: 400 900; }"
  expect(() => facesOf(rule)).toThrow('unicode-range')
})
