import '../../styles/dialog.css'
import type { ReactNode, Ref } from 'react'
import { site } from '../../lib/site'
import { Icon } from './icon'

interface Props {
  /** Its heading's id is made of it. */
  id: string
  title: string
  onClose?: () => void
  ref?: Ref<HTMLDialogElement>
  children: ReactNode
}

/** A modal dialog, which whoever holds its ref opens. The browser keeps the focus in it, and gives it back afterwards. */
export function Dialog({ id, title, onClose, ref, children }: Props) {
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={`${id}-title`} onClose={onClose} closedby="any">
      <div className="dialog-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          className="dialog-close"
          aria-label={site().t('dialog.close')}
          onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
        >
          <Icon name="cross" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
