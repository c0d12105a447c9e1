import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Review } from './review'
import { Status } from '../../features/order/status'
import { Dialog } from '../../features/ui/dialog'
import { api, problemOf } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'
import { formatMoment } from '../../lib/i18n/format'
import { problemText } from '../../features/http/problems'
import { site } from '../../lib/site'
import { forgetDraft } from './draft'
import { WriteForm } from './write-form'

type Standing = components['schemas']['ReviewStanding']

interface Props {
  slug: string
  onClose: () => void
  onSignedOut: () => void
}

/** The form for a review, or the reason why the visitor cannot write one. */
export function WriteDialog({ slug, onClose, onSignedOut }: Props) {
  const { t } = site()
  const panel = useRef<HTMLDivElement>(null)
  const [standing, setStanding] = useState<Standing>()
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState(false)

  const ask = () =>
    api<Standing>('/reviews/mine', { query: { product: slug } }).then(setStanding, (error: unknown) => {
      const problem = problemOf(error)
      if (problem.code === 'signed_out') onSignedOut()
      else setFailure(problemText(problem))
    })
  const askFirst = useEffectEvent(() => void ask())
  useEffect(() => askFirst(), [slug])
  useEffect(() => {
    if (sent) panel.current?.querySelector('h2')?.focus()
  }, [sent])

  return (
    <Dialog panel={panel} title={t(sent ? 'reviews.thanks' : 'reviews.write')} onClose={onClose}>
      <div className="dialog-body">
        {sent ? (
          <p role="status">{t('reviews.willAppear')}</p>
        ) : standing?.standing === 'may_write' ? (
          <WriteForm
            slug={slug}
            author={standing.author ?? ''}
            onSent={() => {
              forgetDraft(slug)
              setSent(true)
            }}
            onSignedOut={onSignedOut}
            onRefused={() => void ask()}
          />
        ) : standing ? (
          <Refusal standing={standing} />
        ) : (
          <p role={failure ? 'alert' : 'status'} className={failure ? 'field-error' : 'muted'}>
            {failure ?? t('reviews.asking')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const looks = { pending: 'open', approved: 'good', rejected: 'bad' } as const

/** Explains why the visitor may not review, or shows the status of the review that they already wrote. */
function Refusal({ standing: { standing, from, review, status } }: { standing: Standing }) {
  const { t } = site()
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
