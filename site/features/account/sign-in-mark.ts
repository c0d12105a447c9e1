import { Persisted } from '../../lib/browser/persisted'

/**
 * Names the present sign-in at random, without naming the user; empty where nobody is signed in. Every page and tab knows it
 * without asking the server, which alone can say whether it is still true.
 */
export const signInMark = new Persisted<string>('signed-in', '', String)
