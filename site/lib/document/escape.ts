const special = /[&<>"]/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML. */
export function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[&<>]/g, (c) => entities[c] ?? c) : text
}

/** Escapes a text for a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return special.test(text) ? text.replace(/[&<>"]/g, (c) => entities[c] ?? c) : text
}

/** Returns a value as JSON that cannot end its script element. */
export function scriptJson(value: unknown): string {
  const json = JSON.stringify(value)
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json
}
