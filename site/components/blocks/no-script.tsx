import type { ReactNode } from 'react'
import { ContactLinks } from './contact-links'

interface Props {
  text: string
  /** Stands before the text. */
  children?: ReactNode
}

/** The text for visitors without scripts, with the ways to reach a person. */
export function NoScript({ text, children }: Props) {
  return (
    <noscript>
      {children}
      <p>{text}</p>
      <ContactLinks />
    </noscript>
  )
}
