import { Persisted } from '../../lib/browser/persisted'

/**
 * A random mark of the present sign-in, which does not identify the user; empty if nobody is signed in. Every page and
 * tab reads it without a request; only the server knows whether the session is still valid.
 */
export const signInMark = new Persisted<string>('signed-in', '', String)
