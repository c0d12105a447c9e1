import { languages, type Language } from './storefronts'
import { test, type Fixtures } from './visit'

/**
 * Returns the turns of one language in a `describe.each(languages)`. `testInOneLanguage` defines a test in one language
 * only: the first in English, the second in Arabic, and so on; `casesOfLanguage` returns the cases of this language, by
 * turns. They are for behaviour that does not depend on the language. Words, direction, layout and accessibility of pages
 * are tested in both; those of dialogs and other states that are opened in a page, in one.
 */
export function alternatingTests(language: Language) {
  let turn = 0
  const isMine = () => languages[turn++ % languages.length] === language
  return {
    testInOneLanguage(name: string, body: (fixtures: Fixtures) => Promise<void>): void {
      if (isMine()) test(name, body)
    },
    casesOfLanguage: <T>(cases: readonly T[]): T[] => cases.filter(isMine),
  }
}
