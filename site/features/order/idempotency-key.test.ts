// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { endAttempt, keyFor } from './idempotency-key'

beforeEach(() => sessionStorage.clear())

describe('the key of a press', () => {
  it('is long and random', () => {
    const key = keyFor('a')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    endAttempt()
    expect(keyFor('a')).not.toBe(key)
  })

  it('stays while nothing has settled the press, even over a reload', () => {
    expect(keyFor('a')).toBe(keyFor('a'))
    expect(sessionStorage.getItem('checkout-attempt')).toContain(keyFor('a'))
  })

  it('is another one when something was changed', () => {
    expect(keyFor('a')).not.toBe(keyFor('b'))
  })
})
