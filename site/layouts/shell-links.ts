import type { Language, MenuLink, Shell } from '../lib/payload.gen'
import { site } from '../lib/site'
import { categoryPath, cityPath } from '../lib/navigation/site-path'

/** What headers and footers link to. */
export interface Link {
  path: string
  name: string
  /** The language of the name, where that is not the page's. */
  writtenIn?: Language | undefined
}

export function cityLinks({ cities }: Shell): Link[] {
  return cities.map((city) => ({ ...city, path: cityPath(city) }))
}

export function categoryLinks({ categories }: Shell): Link[] {
  return categories.map((category) => ({ ...category, path: categoryPath(category) }))
}

const pages = {
  about: ['/about', 'nav.about'],
  stories: ['/blog', 'nav.stories'],
  faq: ['/faq', 'nav.faq'],
  contact: ['/contact-us', 'nav.contact'],
  search: ['/search', 'nav.search'],
  bookings: ['/invoices', 'nav.bookings'],
  terms: ['/terms-and-conditions', 'nav.terms'],
  privacy: ['/privacy-policy', 'nav.privacy'],
} as const

type PageName = 'all' | keyof typeof pages

/** Returns links to pages of a deployment, in the given order; `all` is everything that it sells. */
export function pageLinks(...names: PageName[]): Link[] {
  const { t, listingPath } = site()
  return names.map((name) => {
    if (name === 'all') return { path: listingPath, name: t('nav.all') }
    const [path, key] = pages[name]
    return { path, name: t(key) }
  })
}

/** What a header links to: the deployment's own menu, or these pages of its layout. */
export function menuLinks(...names: PageName[]): Link[] {
  const { menu } = site().shell as Shell
  return menu ? ownLinks(menu) : pageLinks(...names)
}

/** Links of content with their names, which the interface has for the pages of every deployment. */
export function ownLinks(links: MenuLink[]): Link[] {
  const { t, listingPath } = site()
  const known = Object.values(pages)
  return links.map(({ path, name, writtenIn }) => {
    if (name) return { path, name, writtenIn }
    if (path === listingPath) return { path, name: t('nav.all') }
    return { path, name: t(known.find(([own]) => own === path.split('#')[0])?.[1] ?? 'nav.home') }
  })
}

/** The kinds of day as a row of their own, which begins with all of them. */
export function everyKind(shell: Shell): Link[] {
  const { t, listingPath } = site()
  return [{ path: listingPath, name: t('listing.all') }, ...categoryLinks(shell)]
}
