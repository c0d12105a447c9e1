import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Review } from '../../components/review'
import { Dialog } from '../../components/ui/dialog'
import { Status } from '../../components/ui/status'
import { api, problemOf } from '../../lib/api'
import type { components } from '../../lib/api.gen'
import { formatMoment } from '../../lib/format'
import { openLayer } from '../../lib/layer'
import { problemText } from '../../lib/problems'
import { site } from '../../lib/site'
import { forgetDraft } from './draft'
import { WriteForm } from './write-form'

type Standing = components['schemas']['ReviewStanding']

interface Props {
  slug: string
  onClose: () => void
  onSignedOut: () => void
}

/** Where a review is written, or why none can be. What only the writer sees of his review is told here too. */
export function WriteDialog({ slug, onClose, onSignedOut }: Props) {
  const { t } = site()
  const dialog = useRef<HTMLDialogElement>(null)
  const [standing, setStanding] = useState<Standing>()
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState(false)

  const ask = () =>
    api<Standing>('/reviews/mine', { query: { product: slug } }).then(setStanding, (error: unknown) => {
      const problem = problemOf(error)
      if (problem.code === 'signed_out') onSignedOut()
      else setFailure(problemText(problem))
    })
  useLayoutEffect(() => openLayer(dialog.current), [])
  const askFirst = useEffectEvent(() => void ask())
  useEffect(() => askFirst(), [slug])
  useEffect(() => {
    if (sent) dialog.current?.querySelector('h2')?.focus()
  }, [sent])

  return (
    <Dialog ref={dialog} id="write-review" title={t(sent ? 'reviews.thanks' : 'reviews.write')} onClose={onClose}>
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

/** Why somebody cannot write; to whom has written, what became of it. */
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
