import type { ReactNode } from 'react'
import { site } from '../lib/site'
import { Icon } from './ui/icon'

interface Words {
  title: string
  text?: string
  /** The one thing to do from here; a path without language. */
  action?: { path: string; label: string }
  /** Stands in place of an action that is no link. */
  children?: ReactNode
}

interface Props extends Words {
  icon: string
}

/** A page that has nothing to show: a blank ticket, a reason and one way on. */
export function EmptyState(props: Props) {
  return (
    <div className="wrap">
      <EmptyTicket heading="h1" {...props} />
    </div>
  )
}

/** The same under a page's own heading. */
export function EmptyTicket({ icon, heading: Heading = 'h2', ...words }: Props & { heading?: 'h1' | 'h2' }) {
  return (
    <div className="empty ticket">
      <p className="empty-stub">
        <Icon name={icon} />
      </p>
      <div className="empty-body">
        <Heading>{words.title}</Heading>
        <Rest {...words} />
      </div>
    </div>
  )
}

/** The same in the middle of a page, where a heading stands already. */
export function EmptyNote(words: Words) {
  return (
    <div className="empty-note">
      <p className="strong">{words.title}</p>
      <Rest {...words} />
    </div>
  )
}

function Rest({ text, action, children }: Words) {
  return (
    <>
      {text && <p className="muted">{text}</p>}
      {action && (
        <a className="button button-primary" href={site().href(action.path)}>
          {action.label}
        </a>
      )}
      {children}
    </>
  )
}
