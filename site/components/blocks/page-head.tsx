import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb'

interface Props {
  title: string
  /** The page above it, below the first one. */
  above?: { name: string; path: string } | undefined
  /** What is said below it. */
  children?: ReactNode
}

/** How a page begins that has no picture and nothing above it but the first page. */
export function PageHead({ title, above, children }: Props) {
  return (
    <>
      <Breadcrumb steps={[...(above ? [above] : []), { name: title }]} />
      <div className="hero-bare">
        <h1>{title}</h1>
        {children}
      </div>
    </>
  )
}
