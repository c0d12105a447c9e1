import type { ReactElement } from 'react'
import type { LayoutType } from '../lib/payload.gen'
import { type HeroProps, SplitHero } from './split-hero'
import { Hero as CompactHero } from './supplier-compact/hero'
import { Hero as EditorialHero } from './supplier-editorial/hero'
import { Hero as TemplateFourHero } from './template-four/hero'

/** A cover: one half is words, the other the picture, from edge to edge. */
const CoverHero = ({ home }: HeroProps) => <SplitHero home={home} leadClass="standfirst" />

/**
 * The opening of the first page of each layout type. It is not in layouts/index.ts, since browsers render pages but no
 * headers. The style sheet of `transparent` lays the words over the picture.
 */
export const heroes: Record<LayoutType, (props: HeroProps) => ReactElement> = {
  default: SplitHero,
  'supplier-classic': SplitHero,
  'supplier-editorial': EditorialHero,
  'supplier-compact': CompactHero,
  'template-two': CoverHero,
  'template-four': TemplateFourHero,
  transparent: SplitHero,
}
