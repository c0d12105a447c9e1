import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { fieldErrorText, fieldErrorTexts, problemText } from './problems'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import type { ProblemCode } from './api'
import en from '../../locales/en.json'

const contract = readFileSync(join(import.meta.dirname, '../../../api/openapi.yaml'), 'utf8')
const listed = (name: string) =>
  /enum:\n((?:\s+- \w+\n)+)/.exec(contract.slice(contract.indexOf(`    ${name}:\n`)))?.[1]
const codes = (listed('ProblemCode')?.match(/\w+/g) ?? []) as ProblemCode[]

// Codes that visitors neither cause nor can resolve: they get the general text.
const withoutText = ['method_not_allowed', 'too_large', 'misdirected', 'internal', 'forbidden']

beforeEach(setEnglishSite)

describe('the text of a problem', () => {
  it('exists for every code of the API contract that a visitor can meet', () => {
    expect(codes.length).toBeGreaterThan(20)
    for (const code of codes) {
      expect([code, problemText({ code }) === en.error.unknown]).toEqual([code, withoutText.includes(code)])
    }
  })

  it('exists for no code outside the API contract', () => {
    expect(Object.keys(en.problem).filter((code) => code !== 'network' && !(codes as string[]).includes(code))).toEqual(
      [],
    )
  })

  it('is a general one if the code is unknown', () => {
    expect(problemText({ code: 'weather' as ProblemCode })).toBe('Some thing went wrong')
    setArabicSite()
    expect(problemText({ code: 'weather' as ProblemCode })).toBe('حدث خطأ ما')
  })

  it('says how long to wait after too many tries, rounded up', () => {
    const text = (retryAfter: number) => problemText({ code: 'too_many_tries', retryAfter })
    expect(text(121)).toContain('in 3 minutes')
    expect(text(3600)).toContain('in 1 hour')
    expect(text(7201)).toContain('in 3 hours')
    setArabicSite()
    expect(text(120)).toContain('بعد دقيقتين')
  })

  it('mentions the connection if the server did not answer', () =>
    expect(problemText({ code: 'network' })).toContain('connection'))
})

describe('the error text of a field', () => {
  it('is the text of the specification', () => {
    expect(fieldErrorText('required')).toBe('This field is required')
    expect(fieldErrorText('format')).toBe('This format is not correct.')
  })

  it('is the first one of its field, in the order of the fields', () => {
    const fields = [
      { name: 'buyer.email', code: 'format' as const },
      { name: 'buyer.email', code: 'required' as const },
      { name: 'items.i1.pickup.address', code: 'required' as const },
    ]
    expect(fieldErrorTexts(fields)).toEqual({
      'buyer.email': 'This format is not correct.',
      'items.i1.pickup.address': 'This field is required',
    })
    expect(Object.keys(fieldErrorTexts(fields))).toEqual(['buyer.email', 'items.i1.pickup.address'])
    expect(fieldErrorTexts()).toEqual({})
  })
})
