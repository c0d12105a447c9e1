import { languages, type Language } from './storefronts'
import { test, type Fixtures } from './visit'

/**
 * Returns the turns of one language in a `describe.each(languages)`. `inTurn` defines a test in one language only: the first
 * in English, the second in Arabic, and so on; `share` returns the cases whose turn it is. They are for behaviour that
 * does not depend on the language; words, direction, layout and accessibility of pages are tested in both, those of what is
 * opened in a page in one.
 */
export function turnsOf(language: Language) {
  let turn = 0
  const isMine = () => languages[turn++ % languages.length] === language
  return {
    inTurn(name: string, body: (fixtures: Fixtures) => Promise<void>): void {
      if (isMine()) test(name, body)
    },
    share: <T>(cases: readonly T[]): T[] => cases.filter(isMine),
  }
}
