import { describe, expect, it } from 'vitest'
import { keysIn, mergeMessages, pickMessages } from './message-tree'

const messages = {
  error: { unknown: 'Some thing went wrong', retry: 'Try Again' },
  cart: { items_one: '{{count}} item', items_other: '{{count}} items', itemsLeft: 'left', title: 'Cart' },
}

describe('pickMessages', () => {
  it('copies whole branches', () => {
    expect(pickMessages(messages, ['error'])).toEqual({ error: messages.error })
  })

  it('copies single messages with their plural forms', () => {
    expect(pickMessages(messages, ['cart.items', 'error.retry'])).toEqual({
      cart: { items_one: '{{count}} item', items_other: '{{count}} items' },
      error: { retry: 'Try Again' },
    })
  })

  it('does not change the messages that it copies from', () => {
    const before = structuredClone(messages)
    pickMessages(messages, ['cart.items', 'cart.title', 'cart'])
    expect(messages).toEqual(before)
  })
})

it('keysIn lists a message with plural forms only once', () => {
  expect(keysIn(messages)).toEqual(['error.unknown', 'error.retry', 'cart.items', 'cart.itemsLeft', 'cart.title'])
})

it('mergeMessages merges messages that were picked one by one', () => {
  const parts = ['cart.items', 'cart.title', 'error.retry'].map((key) => pickMessages(messages, [key]))
  expect(parts.reduce(mergeMessages)).toEqual(pickMessages(messages, ['cart.items', 'cart.title', 'error.retry']))
})
