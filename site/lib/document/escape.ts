const special = /[&<>"]/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML. */
export function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[&<>]/g, (c) => entities[c] ?? c) : text
}

/** A value as it stands between double quotes in HTML. */
export function escapeAttribute(text: string): string {
  return special.test(text) ? text.replace(/[&<>"]/g, (c) => entities[c] ?? c) : text
}

/** A value as JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  const json = JSON.stringify(value)
  return json.includes('<') ? json.replaceAll('<', '\\u003c') : json
}
