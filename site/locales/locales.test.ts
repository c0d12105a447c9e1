import { expect, test } from 'vitest'
import ar from './ar.json'
import en from './en.json'

type Tree = { [key: string]: string | Tree }
const plural = /_(zero|one|two|few|many|other)$/

function messages(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : messages(value, `${path}${key}.`),
  )
}

const named = (tree: Tree) => new Set(messages(tree).map(([key]) => key.replace(plural, '')))
const counted = (tree: Tree, form: string) =>
  messages(tree).flatMap(([key]) => (key.endsWith(`_${form}`) ? [key.replace(plural, '')] : []))

test('both languages have the same messages', () => {
  expect(named(ar)).toEqual(named(en))
})

test('messages with a count have two plural forms in English and six in Arabic', () => {
  for (const form of ['one', 'other']) expect(counted(en, form)).toEqual(counted(en, 'other'))
  for (const form of ['zero', 'one', 'two', 'few', 'many']) expect(counted(ar, form)).toEqual(counted(en, 'other'))
})

test('Arabic messages have the same placeholders as English messages', () => {
  const values = (text: string) => new Set(text.match(/\{\{\w+\}\}/g))
  const english = new Map(messages(en))
  for (const [key, text] of messages(ar)) {
    if (plural.test(key)) continue
    expect([key, values(text)]).toEqual([key, values(english.get(key) ?? '')])
  }
})

/** The texts that the specification quotes, by the key of their message. */
const quoted: Record<string, string> = {
  'notFound.heading': "Oops! The page you're looking for doesn't exist.",
  'notFound.text':
    "We're sorry, but the page you were trying to reach cannot be found. It might have been removed, had its name " +
    'changed, or is temporarily unavailable.',
  'notFound.status': 'Page Not Found',
  'error.unknown': 'Some thing went wrong',
  'error.retry': 'Try Again',
  'form.required': 'This field is required',
  'form.format': 'This format is not correct.',
  'result.payment_failedText': 'Sorry, the payment did not go through. Please check your information and try again.',
  'result.retry': 'Try Again',
  'result.problem': 'Oops! Something went wrong',
  'result.problemText': 'We had a problem with your booking request.',
  'cart.none_available': 'Activities are not available anymore!',
  'search.noResults': 'No results found',
  'search.somethingElse': 'Try something else?',
  'invoices.login': 'Please log in to see your invoices',
}

test('the texts of the specification are verbatim in English and translated in Arabic', () => {
  for (const [key, words] of Object.entries(quoted)) {
    expect([key, messageAt(en, key)]).toEqual([key, words])
    expect([key, messageAt(ar, key)]).toEqual([key, expect.stringMatching(/\p{Script=Arabic}/u)])
  }
})

function messageAt(messages: object, key: string): unknown {
  return key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], messages)
}
