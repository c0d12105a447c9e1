import { useState } from 'react'
import type { Problem } from '../../features/http/api'
import { useRequest } from '../../features/http/use-request'
import { Asking, type Found } from './ask'
import { shownTender } from './tender'
import { writeWish, type Wish } from './wish'

/** What has come of a wish so far. */
export interface Finding {
  /** The latest there is, also while the next is on its way. */
  found: Found | undefined
  /** What was found is not yet, or no longer, what is wished for. */
  pending: boolean
  problem?: Problem
  /** Nobody can say what there is on the day that was chosen: what was found is for any. */
  dateUnknown?: boolean
  retry: () => void
}

/** What the server finds for a text. */
export function useFound(text: string, wish: Wish): Finding {
  const [asking] = useState(() => new Asking())
  const tender = shownTender()
  const request = useRequest(`${text}?${writeWish(wish)} in ${tender.currency}`, (signal) =>
    asking.find({ text }, wish, tender, signal),
  )
  const { data, last, problem, pending, retry } = request
  return { found: data ?? last, pending: pending && !data, problem: data ? undefined : problem, retry }
}
