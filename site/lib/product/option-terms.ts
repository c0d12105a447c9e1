import type { Option, Schedule } from '../payload.gen'

/**
 * Terms are when an option runs and how it can be cancelled, without defaults and without terms shown elsewhere.
 */
export type Terms = Partial<Schedule & Pick<Option, 'cancellation'> & { minimum: Minimum }>

/** Minimum is the number of travellers that a departure needs, decided some minutes before its start. */
export interface Minimum {
  participants: number
  decideBefore: number
}

/** Splits the terms of options into those that all share and each option's own, in their order. */
export function splitTerms(options: Option[]): { shared: Terms; own: Terms[] } {
  const own = options.map(termsOf)
  const [first, ...others] = own
  if (!first || others.length === 0) return { shared: {}, own }
  const isShared = (key: keyof Terms) => {
    const text = JSON.stringify(first[key])
    return others.every((terms) => JSON.stringify(terms[key]) === text)
  }
  const shared = pick(first, isShared)
  return { shared, own: own.map((terms) => pick(terms, (key) => !(key in shared))) }
}

function termsOf(option: Option): Terms {
  const { schedule, cancellation, minimumParticipants, decideBefore = 0 } = option
  const { seasons, closedDays, leadMinutes } = schedule
  return {
    seasons,
    ...(closedDays?.length && { closedDays }),
    ...(leadMinutes && { leadMinutes }),
    ...(minimumParticipants && { minimum: { participants: minimumParticipants, decideBefore } }),
    cancellation,
  }
}

function pick(terms: Terms, includes: (key: keyof Terms) => boolean): Terms {
  return Object.fromEntries(Object.entries(terms).filter(([key]) => includes(key as keyof Terms)))
}
