import { Suspense, lazy, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRequest } from '../../features/http/use-request'
import { openAccountDialog } from '../../features/account/open-account-dialog'
import { api } from '../../features/http/api'
import { whenOnline } from '../../lib/navigation/offline'
import type { Review } from '../../lib/payload.gen'
import { signInMark } from '../../features/account/sign-in-mark'
import { defaultSort, mergeReviews, type Sort } from './arrange'
import { ReviewView, reviewsPerStep } from './review-view'

const WriteDialog = lazy(() =>
  whenOnline(() => import('./write-dialog')).then((module) => ({ default: module.WriteDialog })),
)

export interface Props {
  slug: string
  reviews: Review[]
}

/** The reviews, to sort and filter, with those that were approved since the build, and the dialog to write one. */
export function Reviews({ slug, reviews: built }: Props) {
  const reviews = useApprovedReviews(slug, built)
  const [sort, setSort] = useState<Sort>(defaultSort(built))
  const [stars, setStars] = useState(0)
  const [shown, setShown] = useState(reviewsPerStep)
  const [writing, setWriting] = useState(false)
  const id = useId()
  const stopWaiting = useRef<() => void>(undefined)

  useEffect(() => () => stopWaiting.current?.(), [])

  const write = () => {
    stopWaiting.current?.()
    if (signInMark.get()) return setWriting(true)
    // A sign-up continues by mail, so that another tab may sign in.
    stopWaiting.current = signInMark.listen((mark) => {
      if (!mark) return
      stopWaiting.current?.()
      setWriting(true)
    })
    openAccountDialog()
  }
  const more = () => {
    flushSync(() => setShown(shown + reviewsPerStep))
    // The button may disappear: the focus moves to the first review that was added.
    const first = document.getElementById(`${id}-list`)?.children[shown]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }
  return (
    <>
      <ReviewView
        {...{ id, reviews, sort, stars, shown }}
        onSort={setSort}
        onStars={(n) => {
          // The button that shows all reviews disappears.
          if (n === 0)
            document.querySelector<HTMLElement>(`[data-replay=stars-${stars}]`)?.focus({ preventScroll: true })
          setStars(n === stars ? 0 : n)
          setShown(reviewsPerStep)
        }}
        onMore={more}
        onWrite={write}
      />
      {writing && (
        <Suspense>
          <WriteDialog
            slug={slug}
            onClose={() => setWriting(false)}
            onSignedOut={() => {
              setWriting(false)
              signInMark.set('')
              write()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Returns the page's reviews and, once the API has answered, those that were approved since the build. */
function useApprovedReviews(slug: string, built: Review[]): Review[] {
  const { data } = useRequest(slug, (signal) => api('GET', '/reviews', { query: { product: slug }, signal }))
  return useMemo(() => (data ? mergeReviews(built, data.reviews) : built), [built, data])
}
