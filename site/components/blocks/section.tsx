import { ActionLink } from '../ui/action-link'
import type { ReactNode } from 'react'
import { href } from '../../lib/site'

interface Props {
  title: string
  /** Where the heading's own link leads, a path without language. */
  more?: { path: string; label: string }
  className?: string
  id?: string
  /** Of other things than the page's own: its Markdown leaves it out. */
  pageOnly?: boolean
  children: ReactNode
}

/** A band of a page: an ink rule, a heading, its content. */
export function Section({ title, more, className, id, pageOnly, children }: Props) {
  return (
    <section className={className ? `band ${className}` : 'band'} id={id} data-page-only={pageOnly ? '' : undefined}>
      <div className="band-head">
        <h2>{title}</h2>
        {more && <ActionLink label={more.label} endIcon="arrow" href={href(more.path)} />}
      </div>
      {children}
    </section>
  )
}
