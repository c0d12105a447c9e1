interface Table<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of a key in a map; where there is none, a new one, which it inserts. */
export function getOrInsert<K, V>(map: Table<K, V>, key: K, make: () => NoInfer<V>): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
