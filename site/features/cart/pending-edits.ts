import { atom } from 'nanostores'
import { problemOf, type Problem } from '../http/api'
import { changeCartItem, loadCart, type CartItem, type Choice } from './cart'
import { countsOf, quantitiesOf } from '../booking/counts'
import { placeOf } from '../booking/places'

/** What a visitor wants of an item while the server does not have it yet, or why it would not. */
interface Wish {
  choice?: Choice
  problem?: Problem
}

/** By item id. */
export const wishes = atom<Readonly<Record<string, Wish>>>({})

const queued = new Map<string, Choice>()
const running = new Map<string, Promise<void>>()

/** What an item asks for, as it stands in the cart. */
export function choiceOf(item: CartItem): Choice {
  return {
    product: item.product.slug,
    option: item.option.id,
    date: item.date,
    startTime: item.startTime,
    length: item.length,
    units: quantitiesOf(countsOf(item.units)),
    extras: quantitiesOf(countsOf(item.extras)),
    pickup: placeOf(item.pickup),
    dropOff: placeOf(item.dropOff),
  }
}

/** What the visitor last wanted of an item. */
export function wishOf(item: CartItem): Choice {
  return wishes.get()[item.id]?.choice ?? choiceOf(item)
}

/**
 * Changes an item. One request at a time is under way for each; what is overtaken by a later wish is never sent.
 * Where the server refuses, the item is again what it was and the wish tells why.
 */
export function changeItem(item: CartItem, part: Partial<Choice>): Promise<void> {
  const choice = { ...wishOf(item), ...part }
  queued.set(item.id, choice)
  keep(item.id, { choice })
  let run = running.get(item.id)
  if (!run) running.set(item.id, (run = send(item.id)))
  return run
}

/** Resolves when every change has been answered. */
export async function settled(): Promise<void> {
  await Promise.all(running.values())
}

async function send(id: string): Promise<void> {
  try {
    for (let choice = queued.get(id); choice; choice = queued.get(id)) {
      queued.delete(id)
      await changeCartItem(id, choice)
    }
    keep(id)
  } catch (error) {
    const problem = problemOf(error)
    queued.delete(id)
    keep(id, { problem })
    // Another tab has removed it.
    if (problem.code === 'not_found') void loadCart().catch(() => {})
  } finally {
    running.delete(id)
  }
}

function keep(id: string, wish?: Wish): void {
  const { [id]: _, ...others } = wishes.get()
  wishes.set(wish ? { ...others, [id]: wish } : others)
}
