import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { problemOf, type Problem } from '../http/api'
import { loadSession, user } from './session'

/** Who is signed in, asked for when the island wakes; undefined until it is known. With `wait`, somebody else finds out. */
export function useUser({ wait = false } = {}) {
  const now = useStore(user)
  const [problem, setProblem] = useState<Problem>()
  const load = useCallback(
    () =>
      loadSession().then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(problemOf(error)),
      ),
    [],
  )
  useEffect(() => {
    if (!wait) void load()
  }, [load, wait])
  return { user: now, problem, load }
}
