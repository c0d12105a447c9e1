import { lasting } from '../../lib/browser/tab-memory'

/** Who ordered last in this browser and wanted to be remembered; undefined where nobody did. */
export function rememberedBuyer(): unknown {
  try {
    return JSON.parse(localStorage.getItem(lasting) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers who orders, beyond this visit; undefined forgets. Browsers that allow no storage remember nobody. */
export function rememberBuyer(buyer: object | undefined): void {
  try {
    if (buyer === undefined) localStorage.removeItem(lasting)
    else localStorage.setItem(lasting, JSON.stringify(buyer))
  } catch {
    // Only a convenience.
  }
}
