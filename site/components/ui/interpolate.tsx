import type { ReactNode } from 'react'
import { Fragment } from 'react/jsx-runtime'

interface Props<K extends string> {
  /** Returns the message, given the placeholders to insert for the values. */
  message: (placeholders: Record<K, string>) => string
  /** The values, shown wherever the language puts them. */
  values: Record<K, ReactNode>
}

const delimiter = '\u0001'

/** A message with elements among its values, such as links or names with their own direction. */
export function Interpolate<K extends string>({ message, values }: Props<K>) {
  const names = Object.keys(values) as K[]
  const placeholders = Object.fromEntries(names.map((name) => [name, delimiter + name + delimiter])) as Record<
    K,
    string
  >
  return message(placeholders)
    .split(delimiter)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : values[part as K]}</Fragment>)
}
