import type { ReactNode } from 'react'
import { ContactWays } from './contact-ways'

interface Props {
  text: string
  /** What is said before it. */
  children?: ReactNode
}

/** Where nothing comes without a script: why, and the ways to reach a person. */
export function NoScript({ text, children }: Props) {
  return (
    <noscript>
      {children}
      <p>{text}</p>
      <ContactWays />
    </noscript>
  )
}
