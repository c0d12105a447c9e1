/**
 * Focuses the first element with one of these ids, and opens the disclosures around it. Returns false if there is none.
 */
export function focusFirst(ids: string[]): boolean {
  const field = ids.map((id) => document.getElementById(id)).find((found) => found !== null)
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  field?.focus()
  return field !== undefined
}

/** Focuses an element once it is shown, as its ref, because the used control was removed. */
export function focusShown(element: HTMLElement | null): void {
  element?.focus()
}
