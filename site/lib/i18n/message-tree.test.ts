import { describe, expect, it } from 'vitest'
import { keysIn, mergeMessages, pickMessages } from './message-tree'

const messages = {
  error: { unknown: 'Some thing went wrong', retry: 'Try Again' },
  cart: { items_one: '{{count}} item', items_other: '{{count}} items', itemsLeft: 'left', title: 'Cart' },
}

describe('pickMessages', () => {
  it('takes whole branches', () => {
    expect(pickMessages(messages, ['error'])).toEqual({ error: messages.error })
  })

  it('takes one message with its plurals and no other', () => {
    expect(pickMessages(messages, ['cart.items', 'error.retry'])).toEqual({
      cart: { items_one: '{{count}} item', items_other: '{{count}} items' },
      error: { retry: 'Try Again' },
    })
  })

  it('never changes what it picks from', () => {
    const before = structuredClone(messages)
    pickMessages(messages, ['cart.items', 'cart.title', 'cart'])
    expect(messages).toEqual(before)
  })
})

it('names every message once for its plurals', () => {
  expect(keysIn(messages)).toEqual(['error.unknown', 'error.retry', 'cart.items', 'cart.itemsLeft', 'cart.title'])
})

it('merges what was picked apart', () => {
  const parts = ['cart.items', 'cart.title', 'error.retry'].map((key) => pickMessages(messages, [key]))
  expect(parts.reduce(mergeMessages)).toEqual(pickMessages(messages, ['cart.items', 'cart.title', 'error.retry']))
})
