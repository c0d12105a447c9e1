/** Writes Arabic-Indic and Persian digits, which Arabic keyboards type, as Latin ones. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
}
