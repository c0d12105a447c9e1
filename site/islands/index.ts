import type { IslandEntry } from '../lib/islands'

/** Every island: what to load, when, and which messages it uses. */
export const islands = {
  ticket: {
    load: () => import('./ticket/ticket').then((module) => module.Ticket),
    hydrate: 'idle',
    strings: [
      ...['ticket', 'span', 'unit', 'per', 'ages', 'cancellation', 'card.from', 'card.wasPrice', 'card.onRequest'],
      ...['travellers.count', 'facts.between', 'pager.next', 'pager.previous'],
    ],
  },
  gallery: {
    load: () => import('./gallery/gallery').then((module) => module.Gallery),
    hydrate: 'interaction',
    strings: ['gallery', 'product.photos'],
  },
  reviews: {
    load: () => import('./reviews/reviews').then((module) => module.Reviews),
    hydrate: 'visible',
    strings: ['reviews', 'rating.stars'],
  },
  theme: {
    load: () => import('./theme/theme').then((module) => module.Theme),
    hydrate: 'interaction',
    strings: ['nav.theme'],
  },
} satisfies Record<string, IslandEntry>

export type IslandName = keyof typeof islands
type PropsOf<View> = View extends (props: infer P extends object) => unknown ? P : never
export type IslandProps<N extends IslandName> = PropsOf<Awaited<ReturnType<(typeof islands)[N]['load']>>>
