import type { Blog, FAQ, Home, Kind, Listing, Plain, Post, Product, Text, Unavailable } from './payload.gen'

interface ByKind {
  home: Home
  listing: Listing
  product: Product
  unavailable: Unavailable
  blog: Blog
  post: Post
  faq: FAQ
  text: Text
  contact: Plain
  'not-found': Plain
  cart: Plain
  checkout: Plain
  result: Plain
  invoices: Plain
  search: Plain
  'reset-password': Plain
}

export type PayloadOf<K extends Kind> = K extends Kind ? ByKind[K] & { kind: K } : never

/** A page's data, discriminated by `kind`. */
export type Payload = PayloadOf<Kind>

/** PageProps are the props of pages/<kind>/+Page.tsx. */
export interface PageProps<K extends Kind> {
  payload: PayloadOf<K>
}
