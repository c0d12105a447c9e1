import { useEffect, useEffectEvent, useState } from 'react'
import { problemOf, type Problem } from './api'

interface Answer<T> {
  attempt: number
  data?: T
  problem?: Problem
}

/** The state of a request. */
export interface Request<T> {
  /** The latest answer to this key. */
  data: T | undefined
  /** The latest answer to any key. */
  last: T | undefined
  /** Why the latest attempt failed; like the response, it stays while the next attempt runs. */
  problem: Problem | undefined
  /** The latest attempt has no answer yet. */
  pending: boolean
  retry: () => void
  /** Replaces the answer to this key by one that came by another way. */
  replace: (data: T) => void
}

/**
 * The one hook for reading from the API: sends a request when the key changes and on `retry`, `delay` milliseconds
 * later; a request that is overtaken is aborted. Without a key nothing is sent. `secondKey` returns another key that an
 * answer is good for.
 */
export function useRequest<T>(
  key: string | null,
  request: (signal: AbortSignal) => Promise<T>,
  { delay = 0, secondKey }: { delay?: number; secondKey?: (data: T) => string } = {},
): Request<T> {
  const [attempt, setAttempt] = useState(0)
  const [answers, setAnswers] = useState<Record<string, Answer<T>>>({})
  const [last, setLast] = useState<T>()
  const run = useEffectEvent(request)
  const otherKey = useEffectEvent((data: T) => secondKey?.(data))
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const setAnswer = (answer: Pick<Answer<T>, 'data' | 'problem'>, other = key) => {
      if (controller.signal.aborted) return
      if (answer.data !== undefined) setLast(answer.data)
      setAnswers((before) => {
        const entry = { data: before[key]?.data, ...answer, attempt }
        return { ...before, [key]: entry, [other]: entry }
      })
    }
    const send = () =>
      run(controller.signal).then(
        (data) => setAnswer({ data }, otherKey(data)),
        (error: unknown) => setAnswer({ problem: problemOf(error) }),
      )
    const timer = setTimeout(() => void send(), delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, attempt, delay])
  const answer = key === null ? undefined : answers[key]
  return {
    data: answer?.data,
    last,
    problem: answer?.problem,
    pending: key !== null && answer?.attempt !== attempt,
    retry: () => setAttempt((before) => before + 1),
    replace: (data) => {
      if (key !== null) setAnswers((before) => ({ ...before, [key]: { data, attempt } }))
      setLast(data)
    },
  }
}
