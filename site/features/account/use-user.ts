import { useStore } from '@nanostores/react'
import { useRequest } from '../../features/http/use-request'
import { loadSession, user } from './session'

/** Returns the user, requested when the island mounts; undefined until known. With `wait`, nothing is requested. */
export function useUser({ wait = false } = {}) {
  const { problem, retry } = useRequest(wait ? null : 'session', loadSession)
  return { user: useStore(user), problem, retry }
}
