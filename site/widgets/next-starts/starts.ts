import { api } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'

export type ProductStarts = components['schemas']['ProductStarts']
export type Start = components['schemas']['Start']

// What the server takes in one question.
const atOnce = 24
// Seats are sold meanwhile, and the day may change.
const fresh = 5 * 60_000

const known = new Map<string, { told: ProductStarts; at: number }>()

/** When a product starts next, as far as the server was asked. */
export function knownStarts(slug: string): ProductStarts | undefined {
  return known.get(slug)?.told
}

/** When products start next, by slug. What the server does not know, and what could not be asked, is left out. */
export async function startsOf(slugs: string[]): Promise<Map<string, ProductStarts>> {
  const unknown = [...new Set(slugs)].filter((slug) => Date.now() - (known.get(slug)?.at ?? -fresh) >= fresh)
  unknown.forEach((slug) => known.delete(slug))
  const batches = []
  for (let n = 0; n < unknown.length; n += atOnce) batches.push(ask(unknown.slice(n, n + atOnce)))
  await Promise.all(batches)
  const found = new Map<string, ProductStarts>()
  for (const slug of slugs) {
    const told = known.get(slug)?.told
    if (told) found.set(slug, told)
  }
  return found
}

async function ask(slugs: string[]): Promise<void> {
  try {
    const query = { products: slugs.join(',') }
    const { products } = await api<components['schemas']['StartList']>('/starts', { query })
    for (const told of products) known.set(told.product, { told, at: Date.now() })
  } catch {
    // The published times stay.
  }
}
