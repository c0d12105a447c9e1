import { createInstance, type TFunction } from 'i18next'
import type en from '../../locales/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

export type Translate = TFunction<'translation'>

/** A part of a locale's messages, nested as in its file. */
export interface MessageTree {
  [key: string]: string | MessageTree
}

// Enough for every label of a build; amounts and dates in arguments would let it grow with the catalogue.
const memoLimit = 20_000

/**
 * Makes the `t` of one locale, memoised by key and plain arguments.
 * A missing key throws on the server and in tests; a browser shows the key and says so in its console.
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
    parseMissingKeyHandler: missing(locale),
  })
  return memoise(instance.t)
}

function missing(locale: string) {
  return (key: string): string => {
    const message = `no message "${key}" in locale "${locale}"`
    if (import.meta.env.SSR || import.meta.env.MODE === 'test') throw new Error(message)
    console.error(message)
    return key
  }
}

type Loose = (key: string, values?: Record<string, unknown>) => string

function memoise(t: TFunction): Translate {
  const known = new Map<string, string>()
  const loose = t as unknown as Loose
  const memoised: Loose = (key, values) => {
    let id = key
    for (const name in values) id += `\0${name}\0${String(values[name])}`
    let text = known.get(id)
    if (text === undefined) {
      text = loose(key, values)
      if (known.size >= memoLimit) known.clear()
      known.set(id, text)
    }
    return text
  }
  return memoised as unknown as Translate
}

/** The parts of messages under the given keys: `cart` is a whole branch, `cart.items` one message with its plurals. */
export function pickMessages(messages: MessageTree, keys: Iterable<string>): MessageTree {
  const picked: MessageTree = {}
  for (const key of keys) pick(messages, picked, key.split('.'))
  return picked
}

function pick(from: MessageTree, to: MessageTree, [head = '', ...rest]: string[]): void {
  if (rest.length === 0) {
    for (const [key, value] of Object.entries(from)) {
      if (key === head || key.startsWith(`${head}_`)) to[key] = value
    }
    return
  }
  const branch = from[head]
  if (branch === undefined || typeof branch === 'string') return
  const target = to[head]
  const into: MessageTree = typeof target === 'object' ? { ...target } : {}
  pick(branch, into, rest)
  to[head] = into
}
