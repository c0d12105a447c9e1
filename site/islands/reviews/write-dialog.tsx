import { useEffect, useRef, useState } from 'react'
import { Review } from './review'
import { Status } from '../../features/order/status'
import { Dialog } from '../../features/dialog/dialog'
import { useRequest } from '../../features/http/use-request'
import { api, problemOf, type Schemas } from '../../features/http/api'
import { formatMoment } from '../../lib/i18n/format'
import { LoadFailure } from '../../features/http/load-failure'
import { t } from '../../lib/site'
import { saveDraft } from './review-schema'
import { WriteForm } from './write-form'

interface Props {
  slug: string
  onClose: () => void
  onSignedOut: () => void
}

/** The form for a review, or the reason why the visitor cannot write one. */
export function WriteDialog({ slug, onClose, onSignedOut }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const [sent, setSent] = useState(false)

  const {
    data: standing,
    problem,
    retry,
  } = useRequest(slug, async (signal) => {
    try {
      return await api('GET', '/reviews/mine', { query: { product: slug }, signal })
    } catch (error) {
      if (problemOf(error).code === 'signed_out') onSignedOut()
      throw error
    }
  })
  const focusHeading = () => panel.current?.querySelector('h2')?.focus()
  useEffect(() => {
    if (sent) focusHeading()
  }, [sent])

  return (
    <Dialog panel={panel} title={t(sent ? 'reviews.thanks' : 'reviews.write')} onClose={onClose}>
      <div className="dialog-body">
        {sent ? (
          <p role="status">{t('reviews.willAppear')}</p>
        ) : problem ? (
          <LoadFailure problem={problem} onRetry={retry} />
        ) : standing?.standing === 'may_write' ? (
          <WriteForm
            slug={slug}
            author={standing.author ?? ''}
            onSent={() => {
              saveDraft(slug, undefined)
              setSent(true)
            }}
            onSignedOut={onSignedOut}
            onRefused={() => {
              // The form will be replaced.
              focusHeading()
              retry()
            }}
          />
        ) : standing ? (
          <ReviewStanding standing={standing} />
        ) : (
          <p role="status" className="muted">
            {t('reviews.asking')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const looks = { pending: 'open', approved: 'good', rejected: 'bad' } as const

/** Explains why the visitor may not review, or shows the status of the review that they already wrote. */
function ReviewStanding({ standing: { standing, from, review, status } }: { standing: Schemas['ReviewStanding'] }) {
  if (standing === 'not_yet' && from) return <p role="status">{t('reviews.notYet', { from: formatMoment(from) })}</p>
  if (!review || !status) return <p role="status">{t('reviews.notBooked')}</p>
  return (
    <>
      <p role="status">{t('reviews.written')}</p>
      <Status look={looks[status]} text={t(`reviews.${status}`)} />
      <ul className="reviews">
        <Review review={review} />
      </ul>
    </>
  )
}
