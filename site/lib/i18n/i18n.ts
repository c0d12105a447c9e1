import { createInstance, type TFunction } from 'i18next'
import type en from '../../locales/en.json'
import { getOrInsert } from '../get-or-insert'
import type { MessageTree } from './message-tree'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

export type Translate = TFunction<'translation'>

// Enough for every label of a build. Amounts and dates in arguments would make the memo grow with the catalogue.
const memoLimit = 20_000

/**
 * Makes the `t` of one locale, memoised by key and plain arguments.
 * A missing key throws on the server and in tests; a browser shows the key and logs it in its console.
 * A caller that passes a `defaultValue` gets that instead.
 */
export function translator(locale: string, messages: MessageTree): Translate {
  const instance = createInstance()
  void instance.init({
    lng: locale,
    resources: { [locale]: { translation: messages } },
    initAsync: false,
    fallbackLng: false,
    // React and the page serialiser escape what they print.
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: handleMissingKey,
  })
  return memoise(instance.t)
}

function handleMissingKey(key: string, fallback?: string): string {
  if (fallback !== undefined) return fallback
  const message = `no message "${key}"`
  if (import.meta.env.SSR || import.meta.env.MODE === 'test') throw new Error(message)
  console.error(message)
  return key
}

type UntypedTranslate = (key: string, values?: Record<string, unknown>) => string

/** A text by key and values, in nested maps: joining them into one key would be slower. */
interface MemoNode {
  text?: string
  children?: Map<unknown, MemoNode>
}

function memoise(t: TFunction): Translate {
  let root: MemoNode = {}
  let count = 0
  const untyped = t as unknown as UntypedTranslate
  const memoised: UntypedTranslate = (key, values) => {
    let known = childNode(root, key)
    for (const name in values) known = childNode(childNode(known, name), values[name])
    if (known.text === undefined) {
      known.text = untyped(key, values)
      if (++count > memoLimit) {
        root = {}
        count = 0
      }
    }
    return known.text
  }
  return memoised as unknown as Translate
}

function childNode(known: MemoNode, key: unknown): MemoNode {
  return getOrInsert((known.children ??= new Map<unknown, MemoNode>()), key, () => ({}))
}
