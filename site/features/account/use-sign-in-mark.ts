import { useSyncExternalStore } from 'react'
import { signInMark } from './sign-in-mark'

/** Returns the mark of the present sign-in; empty if nobody is signed in. */
export const useSignInMark = () => useSyncExternalStore(signInMark.listen, signInMark.get)
