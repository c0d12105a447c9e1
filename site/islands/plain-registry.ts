import { payloadProps, type PlainIsland } from '../lib/islands/island-contract'
import type { IslandName } from './mounting'

/** What each island without React loads. */
export const plainIslands = {
  listing: {
    start: () => import('../widgets/listing-filters/listing').then((module) => module.startListing),
    propsFrom: payloadProps('listing', (listing) => ({ listing })),
  },
  search: { start: () => import('../widgets/listing-filters/search').then((module) => module.startSearch) },
  embed: { start: () => import('../widgets/embed/embed').then((module) => module.startEmbed) },
} satisfies Partial<Record<IslandName, PlainIsland>>
