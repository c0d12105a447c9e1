import { Icon } from './ui/icon'
import { site } from '../lib/site'

interface Props {
  title: string
  text: string
  /** The one thing to do from here; a path without language. */
  action: { path: string; label: string }
}

/** A blank ticket under the page's own heading. */
export function BlankTicket({ title, text, action }: Props) {
  return (
    <div className="empty ticket">
      <p className="empty-stub">
        <Icon name="ticket" />
      </p>
      <div className="empty-body">
        <h2>{title}</h2>
        <p className="muted">{text}</p>
        <a className="button button-primary" href={site().href(action.path)}>
          {action.label}
        </a>
      </div>
    </div>
  )
}
