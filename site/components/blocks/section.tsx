import type { ReactNode } from 'react'
import { href } from '../../lib/site'
import { Icon } from '../ui/icon'

interface Props {
  title: string
  /** Where the heading's own link leads, a path without language. */
  more?: { path: string; label: string }
  className?: string
  id?: string
  children: ReactNode
}

/** A band of a page: an ink rule, a heading, its content. */
export function Section({ title, more, className, id, children }: Props) {
  return (
    <section className={className ? `band ${className}` : 'band'} id={id}>
      <div className="band-head">
        <h2>{title}</h2>
        {more && (
          <a className="go link" href={href(more.path)}>
            {more.label}
            <Icon name="arrow" />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
