import { latinDigits } from '../../lib/i18n/latin-digits'

// The API's limit, in minor units.
const maxAmount = 100_000_000_000_000

/**
 * Parses a typed amount into minor units: "1,500", "1 500.50", "١٬٥٠٠". Returns undefined for an empty or invalid text,
 * and for more decimals than the currency has.
 */
export function parseOffer(text: string, exponent: number): number | undefined {
  const typed = latinDigits(text)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replace(/[\s\u200e\u200f\u2066-\u2069]/g, ' ')
    .trim()
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d+))?$/.exec(typed)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  if (decimals.length > exponent) return undefined
  const amount = Number(whole.replace(/\D/g, '') + decimals.padEnd(exponent, '0'))
  return amount > 0 && amount <= maxAmount ? amount : undefined
}
