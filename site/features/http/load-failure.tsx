import { Button } from '../../components/ui/button'
import { HelpContact } from '../../components/blocks/contact-links'
import type { Problem } from './api'
import { problemText } from './problems'
import { t } from '../../lib/site'

interface Props {
  problem: Problem
  /** Left out where a listener of an element around it answers the action "retry". */
  onRetry?: () => void
}

/** Shown where loading failed: a retry button and the ways to reach a person. */
export function LoadFailure({ problem, onRetry }: Props) {
  return (
    <div ref={keepFocus} className="empty-note" role="alert">
      <p className="strong">{problemText(problem)}</p>
      <Button label={t('error.retry')} action="retry" onClick={onRetry} />
      <HelpContact />
    </div>
  )
}

/**
 * As the ref of an element: once it is removed with the focus, the heading of the dialog or the page around it has the
 * focus.
 */
function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return
    const heading = (element.closest('[role=dialog]') ?? document).querySelector<HTMLElement>('h1, h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
}
