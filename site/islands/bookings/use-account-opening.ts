import { useState } from 'react'
import { useRequest } from '../../features/http/use-request'
import { openAccount } from '../../features/account/account'
import type { ProblemCode } from '../../features/http/api'
import { takeToken } from '../../lib/navigation/mailed-link'

const overCodes: (ProblemCode | undefined)[] = ['link_expired', 'invalid']

/**
 * Opens an account by the mailed link that the address has, and signs in if this browser requested it. The state is
 * 'none' without a link, 'mailed' where another browser requested it and a link to choose a password is on its way.
 */
export function useAccountOpening() {
  const [token] = useState(() => takeToken('open'))
  const { data: user, problem, retry } = useRequest(token, () => openAccount(token ?? ''))
  const expired = overCodes.includes(problem?.code)
  const state = token === null ? 'none' : expired ? 'expired' : user ? 'opened' : user === null ? 'mailed' : 'looking'
  return { state, problem: expired ? undefined : problem, retry } as const
}
