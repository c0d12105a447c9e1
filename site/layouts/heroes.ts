import type { ReactElement } from 'react'
import type { LayoutType } from '../lib/payload.gen'
import { Hero } from './default/hero'
import type { HeroProps } from './hero'
import { Hero as CompactHero } from './supplier-compact/hero'
import { Hero as EditorialHero } from './supplier-editorial/hero'
import { Hero as TemplateFourHero } from './template-four/hero'
import { Hero as TemplateTwoHero } from './template-two/hero'
import { Hero as TransparentHero } from './transparent/hero'

/** How each layout type opens the first page. Apart from layouts/index.ts, since browsers render pages and no headers. */
export const heroes: Record<LayoutType, (props: HeroProps) => ReactElement> = {
  default: Hero,
  'supplier-classic': Hero,
  'supplier-editorial': EditorialHero,
  'supplier-compact': CompactHero,
  'template-two': TemplateTwoHero,
  'template-four': TemplateFourHero,
  transparent: TransparentHero,
}
