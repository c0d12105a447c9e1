import type { ReactNode } from 'react'

/** Stands in a message for a value that is shown as an element of its own: `t('…', { email: slot })`. */
export const slot = '\u0001'

interface Props {
  /** A message with one slot. */
  text: string
  /** What stands in the slot. */
  children: ReactNode
}

/** A sentence with one of its values set apart, wherever the language wants it. */
export function Filled({ text, children }: Props) {
  const [before, after] = text.split(slot)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
