import { lasting } from '../../lib/browser/tab-memory'

/** The buyer whose details this browser remembers at their wish; undefined if there is none. */
export function rememberedBuyer(): unknown {
  try {
    return JSON.parse(localStorage.getItem(lasting) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the buyer beyond this visit; undefined removes it. Without storage it does nothing. */
export function rememberBuyer(buyer: object | undefined): void {
  try {
    if (buyer === undefined) localStorage.removeItem(lasting)
    else localStorage.setItem(lasting, JSON.stringify(buyer))
  } catch {
    // Only a convenience.
  }
}
