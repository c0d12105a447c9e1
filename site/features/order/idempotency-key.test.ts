// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearIdempotencyKey, idempotencyKeyFor } from './idempotency-key'

beforeEach(() => sessionStorage.clear())

describe('the key of a press', () => {
  it('is long and random', () => {
    const key = idempotencyKeyFor('a')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    clearIdempotencyKey()
    expect(idempotencyKeyFor('a')).not.toBe(key)
  })

  it('stays while nothing has settled the press, even over a reload', () => {
    expect(idempotencyKeyFor('a')).toBe(idempotencyKeyFor('a'))
    expect(sessionStorage.getItem('checkout-attempt')).toContain(idempotencyKeyFor('a'))
  })

  it('is another one when something was changed', () => {
    expect(idempotencyKeyFor('a')).not.toBe(idempotencyKeyFor('b'))
  })
})
