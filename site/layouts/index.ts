import { Footer } from './default/footer'
import { Header } from './default/header'
import { Header as ClassicHeader } from './supplier-classic/header'

/** Shell and tokens of each layout type; its card is in components/card-grid.tsx. */
export const layouts = {
  default: { Header, Footer, css: 'layout-default' },
  'supplier-classic': { Header: ClassicHeader, Footer, css: 'layout-supplier-classic' },
}

export type LayoutType = keyof typeof layouts
