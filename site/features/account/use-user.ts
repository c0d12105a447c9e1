import { useStore } from '@nanostores/react'
import { useRequest } from '../http/use-request'
import { loadSession, user } from './session'
import { useSyncExternalStore } from 'react'
import { signInMark } from './sign-in-mark'

/** Returns the user, requested when the island mounts; undefined until known. With `wait`, nothing is requested. */
export function useUser({ wait = false } = {}) {
  const { problem, retry } = useRequest(wait ? null : 'session', loadSession)
  return { user: useStore(user), problem, retry }
}

/** Returns the mark of the present sign-in; empty where nobody is signed in. */
export const useSignInMark = () => useSyncExternalStore(signInMark.listen, signInMark.get)
