/** MessageTree is a part of a locale's messages, nested as in its file. */
export interface MessageTree {
  [key: string]: string | MessageTree
}

/** Returns the messages under the given keys: `cart` is a whole branch, `cart.items` one message with its plurals. */
export function pickMessages(messages: MessageTree, keys: Iterable<string>): MessageTree {
  let picked: MessageTree = {}
  for (const key of keys) picked = mergeMessages(picked, pick(messages, key.split('.')))
  return picked
}

function pick(from: MessageTree, [head = '', ...rest]: string[]): MessageTree {
  const branch = from[head]
  if (rest.length > 0) return typeof branch === 'object' ? { [head]: pick(branch, rest) } : {}
  return Object.fromEntries(Object.entries(from).filter(([key]) => key === head || key.startsWith(`${head}_`)))
}

/** Returns the keys of all messages, each once for its plurals. */
export function keysIn(messages: MessageTree, prefix = ''): string[] {
  const keys = Object.entries(messages).flatMap(([key, value]) => {
    if (typeof value === 'object') return keysIn(value, `${prefix}${key}.`)
    return prefix + key.replace(/_(?:zero|one|two|few|many|other)$/, '')
  })
  return [...new Set(keys)]
}

/** Returns the messages of both trees. */
export function mergeMessages(first: MessageTree, second: MessageTree): MessageTree {
  const merged = { ...first }
  for (const [key, value] of Object.entries(second)) {
    const known = merged[key]
    merged[key] = typeof value === 'object' && typeof known === 'object' ? mergeMessages(known, value) : value
  }
  return merged
}
