import type { ReactElement } from 'react'
import type { LayoutType } from '../lib/payload.gen'
import { type HeroProps, SplitHero } from './split-hero'
import { Hero as CompactHero } from './supplier-compact/hero'
import { Hero as EditorialHero } from './supplier-editorial/hero'
import { Hero as TemplateFourHero } from './template-four/hero'

/**
 * The opening of the first page of each layout type. It is not in layouts/index.ts, since browsers render pages but no
 * headers. Most are a SplitHero, which their style sheets make a ticket, a cover, or words over the picture.
 */
export const heroes: Record<LayoutType, (props: HeroProps) => ReactElement> = {
  default: SplitHero,
  'supplier-classic': SplitHero,
  'supplier-editorial': EditorialHero,
  'supplier-compact': CompactHero,
  'template-two': SplitHero,
  'template-four': TemplateFourHero,
  transparent: SplitHero,
}
