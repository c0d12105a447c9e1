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

it('is raised for the toast display', () => {
  raiseToast(toast)
  expect(raised).toEqual([toast])
})

it('is not raised behind an open dialog', () => {
  document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>'
  raiseToast(toast)
  expect(raised).toEqual([])
})
