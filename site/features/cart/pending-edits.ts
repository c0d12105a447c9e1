import { atom } from 'nanostores'
import { problemOf, type Problem } from '../http/api'
import type { Choice } from '../booking/availability'
import { changeCartItem, loadCart, type CartItem } from './cart'
import { countsOf, quantitiesOf } from '../booking/counts'
import { chosenPlaceInput } from '../booking/pickup-places'

/** PendingEdit is a change of an item that the server has not confirmed, or has refused. */
interface PendingEdit {
  choice?: Choice
  problem?: Problem
}

/** Pending edits by item id. */
export const pendingEdits = atom<Readonly<Record<string, PendingEdit>>>({})

const queued = new Map<string, Choice>()
const running = new Map<string, Promise<void>>()

/** Returns the choice of an item as the cart has it. */
export function confirmedChoice(item: CartItem): Choice {
  return {
    product: item.product.slug,
    option: item.option.id,
    date: item.date,
    startTime: item.startTime,
    length: item.length,
    units: quantitiesOf(countsOf(item.units)),
    extras: quantitiesOf(countsOf(item.extras)),
    pickup: chosenPlaceInput(item.pickup),
    dropOff: chosenPlaceInput(item.dropOff),
  }
}

/** Returns the choice of an item with the visitor's last edit. */
export function editedChoice(item: CartItem): Choice {
  return pendingEdits.get()[item.id]?.choice ?? confirmedChoice(item)
}

/**
 * Changes an item. Each item has one request at a time; an edit that a later one overtakes is not sent. If the server
 * refuses, the item is as before and the pending edit holds the problem.
 */
export function changeItem(item: CartItem, part: Partial<Choice>): Promise<void> {
  const choice = { ...editedChoice(item), ...part }
  queued.set(item.id, choice)
  setEdit(item.id, { choice })
  let run = running.get(item.id)
  if (!run) running.set(item.id, (run = sendQueued(item.id)))
  return run
}

/** Resolves when every change has been answered. */
export async function editsSettled(): Promise<void> {
  await Promise.all(running.values())
}

async function sendQueued(id: string): Promise<void> {
  try {
    for (let choice = queued.get(id); choice; choice = queued.get(id)) {
      queued.delete(id)
      await changeCartItem(id, choice)
    }
    setEdit(id)
  } catch (error) {
    const problem = problemOf(error)
    queued.delete(id)
    setEdit(id, { problem })
    // Another tab has removed it.
    if (problem.code === 'not_found') void loadCart().catch(() => {})
  } finally {
    running.delete(id)
  }
}

function setEdit(id: string, edit?: PendingEdit): void {
  const { [id]: _, ...others } = pendingEdits.get()
  pendingEdits.set(edit ? { ...others, [id]: edit } : others)
}
