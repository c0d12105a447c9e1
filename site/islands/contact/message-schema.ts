import * as v from 'valibot'
import { maxCharacters, emailAddress, required } from '../../features/forms/rules'
import { pickTexts } from '../../features/forms/texts-of'
import { readJson, writeJson } from '../../lib/browser/storage'

/** The API's limits, in characters. */
export const maxNameLength = 200
export const maxOrderLength = 20
export const maxTextLength = 4000

export const topics = ['before', 'booking', 'payment', 'group', 'other'] as const

/** The fields of a message, in the order of the page. Messages are the API's field codes. */
export const messageSchema = v.object({
  name: v.pipe(required, maxCharacters(maxNameLength)),
  email: emailAddress,
  topic: v.picklist(['', ...topics], 'unknown'),
  order: v.pipe(
    v.string(),
    v.trim(),
    // People copy the number of the invoice, which is the reference with a prefix.
    v.transform((text) => text.toUpperCase().replace(/^INV-/, '')),
    maxCharacters(maxOrderLength),
  ),
  text: v.pipe(required, maxCharacters(maxTextLength)),
})

export type MessageValues = Record<keyof v.InferInput<typeof messageSchema>, string>

const blankMessage: MessageValues = { name: '', email: '', topic: '', order: '', text: '' }

/** The text of a message in this tab, and when the visitor began it. */
interface MessageDraft {
  values: MessageValues
  /** Milliseconds since 1970. */
  since: number
}

const storageKey = 'contact'

/** Returns the draft of this tab, or a new one that begins now. */
export function loadMessageDraft(now: number): MessageDraft {
  const kept = readJson(storageKey) as Partial<MessageDraft> | undefined
  const names = Object.keys(blankMessage) as (keyof MessageValues)[]
  return {
    values: { ...blankMessage, ...pickTexts(kept?.values, names) },
    since: Math.min(Number(kept?.since) || now, now),
  }
}

export function saveMessageDraft(draft: MessageDraft | undefined): void {
  writeJson(storageKey, draft)
}

/** Returns the whole seconds since a moment; 0 where a clock was set back. */
export function secondsSince(since: number): number {
  return Math.max(0, Math.floor((Date.now() - since) / 1000))
}
