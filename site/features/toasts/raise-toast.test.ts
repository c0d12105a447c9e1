// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { raiseToast, toastEvent, type Toast } from './raise-toast'

const toast: Toast = { kind: 'success', text: 'Added' }
let raised: Toast[]
const keep = (event: Event) => void raised.push((event as CustomEvent<Toast>).detail)

beforeEach(() => {
  raised = []
  document.addEventListener(toastEvent, keep)
})
afterEach(() => {
  document.removeEventListener(toastEvent, keep)
  document.body.replaceChildren()
})

it('a toast is sent to the toast display', () => {
  raiseToast(toast)
  expect(raised).toEqual([toast])
})

it('a toast is dropped while a dialog is open', () => {
  document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>'
  raiseToast(toast)
  expect(raised).toEqual([])
})
