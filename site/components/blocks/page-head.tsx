import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb'

interface Props {
  title: string
  /** The page above it, below the first one. */
  parent?: { name: string; path: string } | undefined
  /** Stands below the title. */
  children?: ReactNode
}

/** The beginning of a page without a picture: breadcrumb and title. */
export function PageHead({ title, parent, children }: Props) {
  return (
    <>
      <Breadcrumb steps={[...(parent ? [parent] : []), { name: title }]} />
      <div className="hero-bare">
        <h1>{title}</h1>
        {children}
      </div>
    </>
  )
}
