const name = 'buyer'

/** Who ordered last in this browser and wanted to be remembered; undefined where nobody did. */
export function rememberedBuyer(): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers who orders, beyond this visit; undefined forgets. Browsers that allow no storage remember nobody. */
export function rememberBuyer(buyer: object | undefined): void {
  try {
    if (buyer === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(buyer))
  } catch {
    // Only a convenience.
  }
}
