// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi } from '../../features/http/api.fixture'
import { setEnglishSite } from '../../lib/shell.fixture'
import type { Review } from '../../lib/payload.gen'
import { Reviews } from './reviews'

const review = { author: 'Layla', country: 'AE', date: '2026-10-01', language: 'en', title: '', text: 'Lovely.' }
const built: Review[] = [
  { ...review, rating: 5 },
  { ...review, author: 'Omar', rating: 4 },
]

beforeEach(() => setEnglishSite())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the focus returns to the row of stars after the button that shows all reviews disappears', async () => {
  fakeApi(() => ({ body: { reviews: [] } }))
  render(<Reviews slug="sunset-dunes" reviews={built} />)
  const row = screen.getByRole('button', { name: /^4 stars/ })
  await userEvent.click(row)
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  expect(document.activeElement).toBe(row)
})
