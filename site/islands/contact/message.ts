import * as v from 'valibot'
import { emailAddress, required } from '../../features/forms/rules'
import { recall, remember } from '../../lib/browser/tab-memory'

/** The API's most characters. */
export const longestName = 200
export const longestOrder = 20
export const longestText = 4000

export const topics = ['before', 'booking', 'payment', 'group', 'other'] as const

const ofLength = (most: number) => v.check((text: string) => [...text].length <= most, 'max')

/** A message as the form has it, in the order of the page. Messages of what is wrong are the API's field codes. */
export const messageSchema = v.object({
  name: v.pipe(required, ofLength(longestName)),
  email: emailAddress,
  topic: v.picklist(['', ...topics], 'unknown'),
  order: v.pipe(
    v.string(),
    v.trim(),
    // People copy the number of the invoice, which is the reference with three letters before it.
    v.transform((text) => text.toUpperCase().replace(/^INV-/, '')),
    ofLength(longestOrder),
  ),
  text: v.pipe(required, ofLength(longestText)),
})

export type MessageValues = Record<keyof v.InferInput<typeof messageSchema>, string>

const blankMessage: MessageValues = { name: '', email: '', topic: '', order: '', text: '' }

/** What was typed in this tab, and since when. */
interface Draft {
  values: MessageValues
  /** Milliseconds since 1970. */
  since: number
}

const memory = 'contact'

/** The draft of this tab; a new one begins now. */
export function recalledMessage(now: number): Draft {
  const kept = recall(memory) as Partial<Draft> | undefined
  const values = { ...blankMessage }
  for (const name of Object.keys(values) as (keyof MessageValues)[]) {
    const text: unknown = kept?.values?.[name]
    if (typeof text === 'string') values[name] = text
  }
  return { values, since: Math.min(Number(kept?.since) || now, now) }
}

export function keepMessage(draft: Draft | undefined): void {
  remember(memory, draft)
}

/** Whole seconds since a moment; none where a clock was set back. */
export function secondsSince(since: number): number {
  return Math.max(0, Math.floor((Date.now() - since) / 1000))
}
