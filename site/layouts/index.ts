import type { ReactElement } from 'react'
import type { LayoutType, Shell } from '../lib/payload.gen'
import { Footer } from './default/footer'
import { SiteHeader } from './site-header'
import { Header as ClassicHeader } from './supplier-classic/header'
import { Header as CompactHeader } from './supplier-compact/header'
import { Header as EditorialHeader } from './supplier-editorial/header'
import { Header as TemplateFourHeader } from './template-four/header'
import { Header as TemplateTwoHeader } from './template-two/header'
import { Header as TransparentHeader } from './transparent/header'

interface Chrome {
  Header: (props: { shell: Shell }) => ReactElement
  Footer: (props: { shell: Shell }) => ReactElement
}

/**
 * What stands around the pages of each layout type. Its look is in <type>/layout.css, its first page's opening in
 * heroes.tsx, its card in components/cards/card-grid.tsx.
 */
export const layouts: Record<LayoutType, Chrome> = {
  default: { Header: SiteHeader, Footer },
  'supplier-classic': { Header: ClassicHeader, Footer },
  'supplier-editorial': { Header: EditorialHeader, Footer },
  'supplier-compact': { Header: CompactHeader, Footer },
  'template-two': { Header: TemplateTwoHeader, Footer },
  'template-four': { Header: TemplateFourHeader, Footer },
  transparent: { Header: TransparentHeader, Footer },
}
