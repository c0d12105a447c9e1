/**
 * Puts the focus on the first of these ids that the page has: forms name their fields as the API does. False where it has
 * none of them.
 */
export function focusFirst(ids: string[]): boolean {
  const field = ids.map((id) => document.getElementById(id)).find((found) => found !== null)
  field?.focus()
  return field !== undefined
}
