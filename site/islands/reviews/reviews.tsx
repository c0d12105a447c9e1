import { Suspense, lazy, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRequest } from '../../features/http/use-request'
import { openAccountDialog } from '../../features/account/open-account-dialog'
import { api } from '../../features/http/api'
import { whenOnline } from '../../lib/navigation/offline'
import type { Review } from '../../lib/payload.gen'
import { signInMark } from '../../features/account/sign-in-mark'
import { firstSort, merge, type Sort } from './arrange'
import { ReviewView, step } from './review-view'

const WriteDialog = lazy(() =>
  whenOnline(() => import('./write-dialog')).then((module) => ({ default: module.WriteDialog })),
)

export interface Props {
  slug: string
  reviews: Review[]
}

/** Reviews to sort and to filter, with those that were approved since the page was built, and a way to write one. */
export function Reviews({ slug, reviews: built }: Props) {
  const reviews = useApproved(slug, built)
  const [sort, setSort] = useState<Sort>(firstSort(built))
  const [stars, setStars] = useState(0)
  const [shown, setShown] = useState(step)
  const [writing, setWriting] = useState(false)
  const id = useId()
  const waiting = useRef<() => void>(undefined)

  useEffect(() => () => waiting.current?.(), [])

  const write = () => {
    waiting.current?.()
    if (signInMark.get()) return setWriting(true)
    // Signing up goes by a mail: it may be another tab that signs in.
    waiting.current = signInMark.listen((mark) => {
      if (!mark) return
      waiting.current?.()
      setWriting(true)
    })
    openAccountDialog()
  }
  const more = () => {
    flushSync(() => setShown(shown + step))
    // The button may be gone: the focus goes to the first review that was added.
    const first = document.getElementById(`${id}-list`)?.children[shown]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }
  return (
    <>
      <ReviewView
        {...{ id, reviews, sort, stars, shown }}
        onSort={setSort}
        onStars={(n) => {
          setStars(n === stars ? 0 : n)
          setShown(step)
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

/** The page's reviews and, once the API has answered, those that were approved since. */
function useApproved(slug: string, built: Review[]): Review[] {
  const { data } = useRequest(slug, (signal) => api('GET', '/reviews', { query: { product: slug }, signal }))
  return useMemo(() => (data ? merge(built, data.reviews) : built), [built, data])
}
