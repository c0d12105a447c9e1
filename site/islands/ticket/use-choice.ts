import { useState } from 'react'
import type { Option } from '../../lib/payload.gen'
import { firstUnits, lengthOf, maxExtra, totalOf, travellersOf, type Choice } from './pricing'
import { dayAt, nextOpenDay, openingsOn, type Day } from './schedule'
import type { TicketProduct } from './ticket-product'

interface State extends Choice {
  option: Option
  day: Day | undefined
  time: string | undefined
  asked: boolean
}

/** What the visitor has chosen, and what follows from it. */
export function useChoice(product: TicketProduct) {
  const [now] = useState(() => Date.now())
  const today = dayAt(now, product.timeZone)
  const [state, setState] = useState<State>(() => choiceOf(product, product.options[0] as Option, today, now))
  // Any change makes an earlier answer stale.
  const change = (part: Partial<State>) => setState((before) => ({ ...before, asked: false, ...part }))

  const { option, day } = state
  const openings = day ? openingsOn(option.schedule, day, product.timeZone, now) : undefined
  const startTimes = openings?.startTimes ?? []
  const time = state.time && startTimes.includes(state.time) ? state.time : startTimes[0]
  const travellers = travellersOf(option, state.units)
  const extras = takenExtras(product, state.extras, travellers)
  return {
    ...state,
    now,
    today,
    openings,
    time,
    travellers,
    extras,
    length: state.length,
    total: totalOf(option, product.extras ?? [], { ...state, extras }),
    change,
    chooseOption: (next: Option) => setState(choiceOf(product, next, day ?? today, now)),
  }
}

export type Chosen = ReturnType<typeof useChoice>

function choiceOf(product: TicketProduct, option: Option, from: Day, now: number): State {
  return {
    option,
    day: nextOpenDay(option.schedule, from, product.timeZone, now),
    time: undefined,
    units: firstUnits(option),
    extras: {},
    length: lengthOf(product, option)?.min ?? 1,
    asked: false,
  }
}

/** Extras are not taken by more people than travel, even after someone stays behind. */
function takenExtras(
  product: TicketProduct,
  extras: Record<string, number>,
  travellers: number,
): Record<string, number> {
  const taken: Record<string, number> = {}
  for (const extra of product.extras ?? []) {
    taken[extra.id] = Math.min(extras[extra.id] ?? 0, maxExtra(extra, travellers))
  }
  return taken
}
