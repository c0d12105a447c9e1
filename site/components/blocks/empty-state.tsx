import type { ReactNode } from 'react'
import { href } from '../../lib/site'
import { Icon, type IconName } from '../ui/icon'

interface EmptyText {
  title: string
  text?: string
  /** The one thing to do from here; a path without language. */
  action?: { path: string; label: string }
  /** Stands in place of the action. */
  children?: ReactNode
}

interface Props extends EmptyText {
  icon: IconName
}

/** A page that has nothing to show, under its own heading: a blank ticket, a reason and one way on. */
export function EmptyTicket({ icon, ...text }: Props) {
  return (
    <div className="empty ticket">
      <p className="empty-stub">
        <Icon name={icon} />
      </p>
      <div className="empty-body">
        <h2>{text.title}</h2>
        <EmptyContent {...text} />
      </div>
    </div>
  )
}

/** The same within a page that has a heading already. */
export function EmptyNote(text: EmptyText) {
  return (
    <div className="empty-note">
      <p className="strong">{text.title}</p>
      <EmptyContent {...text} />
    </div>
  )
}

function EmptyContent({ text, action, children }: EmptyText) {
  return (
    <>
      {text && <p className="muted">{text}</p>}
      {action && (
        <a className="button button-primary" href={href(action.path)}>
          {action.label}
        </a>
      )}
      {children}
    </>
  )
}
