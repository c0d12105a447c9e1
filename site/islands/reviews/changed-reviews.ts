import type { components } from '../../features/http/api.gen'
import { differsFromPage } from './arrange.ts'

/**
 * Reports whether reviews were approved, or taken back, since the page was built. Every visitor who reaches the reviews
 * requests it, so it loads none of the modules of other requests; without an answer the page's own reviews stay.
 */
export async function haveReviewsChanged(element: HTMLElement): Promise<boolean> {
  const { approved = '' } = element.closest<HTMLElement>('[data-approved]')?.dataset ?? {}
  const { product = '' } = element.closest<HTMLElement>('[data-product]')?.dataset ?? {}
  const response = await fetch(`/api/v1/reviews?${new URLSearchParams({ product })}`)
  if (!response.ok) return false
  const { reviews } = (await response.json()) as components['schemas']['ReviewList']
  return differsFromPage(approved.split(' ').filter(Boolean), reviews)
}
