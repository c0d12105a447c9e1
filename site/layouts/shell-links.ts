import type { MenuLink, Shell } from '../lib/payload.gen'
import { site, t } from '../lib/site'
import { categoryPath, cityPath } from '../lib/navigation/site-path'

/** Link is a link of headers and footers. */
export type Link = MenuLink & { name: string }

export function cityLinks({ cities }: Shell): Link[] {
  return cities.map((city) => ({ ...city, path: cityPath(city) }))
}

export function categoryLinks({ categories }: Shell): Link[] {
  return categories.map((category) => ({ ...category, path: categoryPath(category) }))
}

export function allCities(): Link {
  return { path: '/#destinations', name: t('nav.allDestinations') }
}

export function allCategories(): Link {
  return { path: '/#categories', name: t('nav.allCategories') }
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
  const { listingPath } = site()
  return names.map((name) => {
    if (name === 'all') return { path: listingPath, name: t('nav.all') }
    const [path, key] = pages[name]
    return { path, name: t(key) }
  })
}

/** Returns the links of a header: the deployment's own menu, or else the named pages. */
export function menuLinks(...names: PageName[]): Link[] {
  const { menu } = site().shell as Shell
  return menu ? contentLinks(menu) : pageLinks(...names)
}

/** Returns links of content; pages that every deployment has get their name from the messages. */
export function contentLinks(links: MenuLink[]): Link[] {
  const { listingPath } = site()
  const known = Object.values(pages)
  return links.map(({ path, name, writtenIn }) => {
    if (name) return { path, name, writtenIn }
    if (path === listingPath) return { path, name: t('nav.all') }
    return { path, name: t(known.find(([own]) => own === path.split('#')[0])?.[1] ?? 'nav.home') }
  })
}

/** Returns links to all experiences and to each category. */
export function allCategoryLinks(shell: Shell): Link[] {
  const { listingPath } = site()
  return [{ path: listingPath, name: t('listing.all') }, ...categoryLinks(shell)]
}
