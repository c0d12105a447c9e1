import type { ParseKeys } from 'i18next'
import type { MessageTree } from './message-tree'

/**
 * Returns a message without i18next, whose 16 kB the entry does not load: only its lookup, and a count in the plural
 * form of the language. Whatever needs more belongs in a chunk that loads i18next.
 */
export function messageText(messages: MessageTree, key: ParseKeys, plural?: { count: number; locale: string }): string {
  const find = (ending = '') =>
    `${key}${ending}`
      .split('.')
      .reduce<string | MessageTree | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), messages)
  let found = find()
  if (plural) {
    const { count, locale } = plural
    found = (count === 0 && find('_zero')) || (find(`_${new Intl.PluralRules(locale).select(count)}`) ?? found)
  }
  return typeof found === 'string' ? found.replaceAll('{{count}}', String(plural?.count)) : key
}
