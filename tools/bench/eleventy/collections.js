import { readFileSync } from 'node:fs'

const languages = ['en', 'ar']
const ui = JSON.parse(readFileSync(new URL('_data/ui.json', import.meta.url), 'utf8'))
const cardsOnPage = 24
const postsOnPage = 9

/** What each language has: products by weight and by slug, posts from the newest. */
export function shops(api) {
  return Object.fromEntries(
    languages.map((lang) => {
      const own = (tag) => api.getFilteredByTag(tag).filter(({ data }) => data.lang === lang)
      const products = own('products').sort((a, b) => a.data.weight - b.data.weight)
      const posts = own('posts').sort((a, b) => b.date - a.date || order(a, b))
      return [lang, { products, posts, bySlug: new Map(products.map((product) => [product.fileSlug, product])) }]
    }),
  )
}

// Two posts of one day: by title, as the others do.
const order = (a, b) => b.data.title.localeCompare(a.data.title)

/** Every page of every listing, for the one template that has them all. */
export function listings(api) {
  const all = shops(api)
  return languages.flatMap((lang) => {
    const { products, posts } = all[lang]
    const places = api
      .getFilteredByTag('places')
      .filter(({ data }) => data.lang === lang)
      .flatMap((place) => {
        const [, , kind, slug] = place.filePathStem.split('/')
        return pages({ lang, path: `/${kind}/${slug}/`, title: place.data.title, place, kind: 'products' },
          products.filter(({ data }) => data[kind].includes(slug)))
      })
    return [
      ...places,
      ...pages({ lang, path: '/products/', title: ui[lang].all, kind: 'products' }, products),
      ...pages({ lang, path: '/blog/', title: ui[lang].stories, kind: 'posts' }, posts),
    ]
  })
}

function pages(listing, items) {
  const size = listing.kind === 'posts' ? postsOnPage : cardsOnPage
  const last = Math.max(1, Math.ceil(items.length / size))
  const path = (number) => (listing.lang === 'en' ? '' : `/${listing.lang}`) + listing.path + (number > 1 ? `page/${number}/` : '')
  return Array.from({ length: last }, (_, i) => ({
    ...listing,
    number: i + 1,
    last,
    url: path(i + 1),
    previous: i > 0 && path(i),
    next: i + 1 < last && path(i + 2),
    total: items.length,
    items: items.slice(i * size, (i + 1) * size),
  }))
}
