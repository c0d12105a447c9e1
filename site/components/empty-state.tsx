import { site } from '../lib/site'
import { Icon } from './ui/icon'

interface Words {
  title: string
  text?: string
  /** The one thing to do from here; a path without language. */
  action?: { path: string; label: string }
}

interface Props extends Words {
  icon: string
}

/** A page that has nothing to show: a blank ticket, a reason and one way on. */
export function EmptyState({ icon, ...words }: Props) {
  return (
    <div className="wrap">
      <div className="empty ticket">
        <p className="empty-stub">
          <Icon name={icon} />
        </p>
        <div className="empty-body">
          <h1>{words.title}</h1>
          <Rest {...words} />
        </div>
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

function Rest({ text, action }: Words) {
  return (
    <>
      {text && <p className="muted">{text}</p>}
      {action && (
        <a className="button button-primary" href={site().href(action.path)}>
          {action.label}
        </a>
      )}
    </>
  )
}
