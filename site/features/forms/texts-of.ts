/** Returns those of the named texts that a stored value has; the value may be anything. */
export function pickTexts<K extends string>(value: unknown, names: readonly K[]): Partial<Record<K, string>> {
  const stored = (typeof value === 'object' ? value : null) as Record<string, unknown> | null
  const texts = names.flatMap((name) => (typeof stored?.[name] === 'string' ? [[name, stored[name]]] : []))
  return Object.fromEntries(texts) as Partial<Record<K, string>>
}
