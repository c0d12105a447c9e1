import type { ReactElement } from 'react'
import type { LayoutType, Shell } from '../lib/payload.gen'
import { SiteHeader } from './site-header'
import { Header as ClassicHeader } from './supplier-classic/header'
import { Header as CompactHeader } from './supplier-compact/header'
import { Header as EditorialHeader } from './supplier-editorial/header'
import { Header as TemplateFourHeader } from './template-four/header'
import { Header as TemplateTwoHeader } from './template-two/header'
import { Header as TransparentHeader } from './transparent/header'

/**
 * The header of each layout type. Its look is in <type>/layout.css, its first page's opening in heroes.tsx, its card in
 * components/cards/card-grid.tsx.
 */
export const headers: Record<LayoutType, (props: { shell: Shell }) => ReactElement> = {
  default: SiteHeader,
  'supplier-classic': ClassicHeader,
  'supplier-editorial': EditorialHeader,
  'supplier-compact': CompactHeader,
  'template-two': TemplateTwoHeader,
  'template-four': TemplateFourHeader,
  transparent: TransparentHeader,
}
