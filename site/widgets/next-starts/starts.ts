import { api, type Schemas } from '../../features/http/api'

export type ProductStarts = Schemas['ProductStarts']
export type Start = Schemas['Start']

// The server's limit for one request.
const atOnce = 24
// Seats are sold meanwhile, and the day may change.
const fresh = 5 * 60_000

const known = new Map<string, { starts: ProductStarts; at: number }>()

/** Returns the next starts of a product, if they were fetched. */
export function knownStarts(slug: string): ProductStarts | undefined {
  return known.get(slug)?.starts
}

/** Returns the next starts of products by slug. Products without an answer are left out. */
export async function startsOf(slugs: string[]): Promise<Map<string, ProductStarts>> {
  const unknown = [...new Set(slugs)].filter((slug) => Date.now() - (known.get(slug)?.at ?? -fresh) >= fresh)
  unknown.forEach((slug) => known.delete(slug))
  const batches = []
  for (let n = 0; n < unknown.length; n += atOnce) batches.push(fetchStarts(unknown.slice(n, n + atOnce)))
  await Promise.all(batches)
  const found = new Map<string, ProductStarts>()
  for (const slug of slugs) {
    const starts = known.get(slug)?.starts
    if (starts) found.set(slug, starts)
  }
  return found
}

async function fetchStarts(slugs: string[]): Promise<void> {
  try {
    const query = { products: slugs }
    const { products } = await api('GET', '/starts', { query })
    for (const starts of products) known.set(starts.product, { starts, at: Date.now() })
  } catch {
    // The published times stay.
  }
}
