// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { clearIdempotencyKey, idempotencyKeyFor } from './idempotency-key'

beforeEach(() => sessionStorage.clear())

describe('the idempotency key of a checkout', () => {
  it('has 32 random hexadecimal digits', () => {
    const key = idempotencyKeyFor('a')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    clearIdempotencyKey()
    expect(idempotencyKeyFor('a')).not.toBe(key)
  })

  it('stays the same, and is stored for a reload, until it is cleared', () => {
    expect(idempotencyKeyFor('a')).toBe(idempotencyKeyFor('a'))
    expect(sessionStorage.getItem('checkout-attempt')).toContain(idempotencyKeyFor('a'))
  })

  it('changes when the input of the checkout changes', () => {
    expect(idempotencyKeyFor('a')).not.toBe(idempotencyKeyFor('b'))
  })
})
