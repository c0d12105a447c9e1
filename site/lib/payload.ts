import type { Blog, FAQ, Home, Kind, Listing, Plain, Post, Product, Text, Unavailable } from './payload.gen'

/** The payloads of the kinds of pages that show more than texts of the interface. */
interface OwnPayloads {
  home: Home
  listing: Listing
  product: Product
  unavailable: Unavailable
  blog: Blog
  post: Post
  faq: FAQ
  text: Text
}

export type PayloadOf<K extends Kind> = K extends Kind
  ? (K extends keyof OwnPayloads ? OwnPayloads[K] : Plain) & { kind: K }
  : never

/** A page's data, discriminated by `kind`. */
export type Payload = PayloadOf<Kind>

/** PageProps are the props of pages/<kind>/+Page.tsx. */
export interface PageProps<K extends Kind> {
  payload: PayloadOf<K>
}
