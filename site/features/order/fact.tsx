import type { ReactNode } from 'react'

/** A name with its value, in a list of facts. */
export function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The value of a fact that has several lines. */
export function Lines({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ))
}
