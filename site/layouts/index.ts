import { ProductCard } from '../components/product-card'
import { Footer } from './default/footer'
import { Header } from './default/header'
import { Header as ClassicHeader } from './supplier-classic/header'
import { ProductCard as ClassicCard } from './supplier-classic/product-card'

/** Shell, card and tokens of each layout type. */
export const layouts = {
  default: { Header, Footer, ProductCard, css: 'layout-default' },
  'supplier-classic': { Header: ClassicHeader, Footer, ProductCard: ClassicCard, css: 'layout-supplier-classic' },
}

export type LayoutType = keyof typeof layouts
