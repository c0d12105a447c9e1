import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb'

interface Props {
  title: string
  /** What is said below it. */
  children?: ReactNode
}

/** How a page begins that has no picture and nothing above it but the first page. */
export function PageHead({ title, children }: Props) {
  return (
    <>
      <Breadcrumb steps={[{ name: title }]} />
      <div className="hero-bare">
        <h1>{title}</h1>
        {children}
      </div>
    </>
  )
}
