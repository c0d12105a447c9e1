// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { readToken, removeToken } from './mailed-link'

const at = (address: string) => window.history.replaceState({ scroll: [0, 7] }, '', address)
const address = () => window.location.pathname + window.location.search + window.location.hash

it('removeToken removes the secret from the address and keeps the rest', () => {
  at('/ar/invoices/o1?access=s3cret&from=mail#money')
  expect(readToken('access')).toBe('s3cret')
  removeToken('access')
  expect(address()).toBe('/ar/invoices/o1?from=mail#money')
  expect(window.history.state).toEqual({ scroll: [0, 7] })
  expect(readToken('access')).toBeNull()
})

it('readToken returns null if the token is empty or has another name', () => {
  at('/invoices?open=')
  expect(readToken('open')).toBeNull()
  at('/invoices?open=s3cret')
  expect(readToken('token')).toBeNull()
  expect(address()).toBe('/invoices?open=s3cret')
})
