import type { ComponentType } from 'react'
import type { Payload } from '../lib/payload'

/** What pages/<kind>/+Page.tsx exports: the content of <main> for a payload of its kind. */
interface PageModule {
  Page: ComponentType<{ payload: Payload }>
}

export type Pages = Partial<Record<string, PageModule>>
export type LazyPages = Partial<Record<string, () => Promise<PageModule>>>
