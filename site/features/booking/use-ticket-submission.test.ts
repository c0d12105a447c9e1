// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { choiceOf, defaultDraft } from './ticket-draft'
import type { Option } from '../../lib/payload.gen'
import { product } from './ticket.fixture'
import { useTicketSubmission } from './use-ticket-submission'

it('the booking form can be submitted again after the browser restores its page from the cache', async () => {
  const draft = defaultDraft(product, product.options[0] as Option)
  const proceed = vi.fn()
  const { result } = renderHook(() =>
    useTicketSubmission({
      product,
      draft,
      choice: choiceOf(product, draft, '2026-11-20', '15:30'),
      send: () => Promise.resolve(undefined),
      update: () => {},
      retry: () => {},
    }),
  )
  act(() => result.current.submit(proceed))
  await waitFor(() => expect(proceed).toHaveBeenCalled())
  expect(result.current.proceeding).toBe(true)
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(result.current.proceeding).toBe(false)
  expect(result.current.sending).toBe(false)
})
