import { useEffect, useState } from 'react'
import { openAccount } from '../../features/account/account'
import { problemOf, type Problem } from '../../features/http/api'
import { takeToken } from '../../lib/navigation/mailed-link'

/**
 * What became of the mailed link that opens an account; 'none' where nobody came by one, 'mailed' where another browser asked
 * for it and a link to choose a password is on its way.
 */
interface Opening {
  state: 'none' | 'looking' | 'opened' | 'mailed' | 'expired'
  token?: string
  /** Why it is not known. */
  problem?: Problem
}

/** Opens an account by the link that the address has, and so signs in if this browser asked for it. */
export function useOpening() {
  const [opening, setOpening] = useState<Opening>(() => {
    const token = takeToken('open')
    return token === null ? { state: 'none' } : { state: 'looking', token }
  })
  const { token, state, problem } = opening
  const under = state === 'looking' && !problem
  useEffect(() => {
    if (!under || !token) return
    openAccount(token).then(
      (user) => setOpening({ state: user ? 'opened' : 'mailed' }),
      (error: unknown) => {
        const failure = problemOf(error)
        // What the server does not take as a link at all never was one.
        const expired = failure.code === 'link_expired' || failure.code === 'invalid'
        setOpening(expired ? { state: 'expired' } : { state: 'looking', token, problem: failure })
      },
    )
  }, [token, under])
  return { state, problem, again: () => setOpening({ state: 'looking', token }) }
}
