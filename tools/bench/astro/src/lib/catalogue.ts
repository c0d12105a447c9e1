import { getCollection, type CollectionEntry } from 'astro:content'
import { languages, localeOf, type Language } from './site'

export type Product = CollectionEntry<'products'>
export type Post = CollectionEntry<'posts'>

export const slugOf = (entry: { id: string }) => entry.id.slice(entry.id.lastIndexOf('/') + 1)
const inLanguage = (lang: Language) => (entry: { id: string }) => entry.id.startsWith(`${lang}/`)

const cardsOnPage = 24
const postsOnPage = 9

let known: Promise<Record<Language, { products: Product[]; posts: Post[] }>> | undefined

/** Products by weight and posts from the newest, sorted once. */
export function catalogue() {
  return (known ??= sorted())
}

async function sorted() {
  const products = (await getCollection('products')).sort((a, b) => a.data.weight - b.data.weight)
  const posts = (await getCollection('posts')).sort(
    (a, b) => +b.data.date - +a.data.date || b.data.title.localeCompare(a.data.title),
  )
  const of = (lang: Language) => ({ products: products.filter(inLanguage(lang)), posts: posts.filter(inLanguage(lang)) })
  return { en: of('en'), ar: of('ar') }
}

/** One page of a list. */
export interface Listed<T> {
  items: T[]
  total: number
  number: number
  last: number
}

function paged<T>(items: T[], size: number): Listed<T>[] {
  const last = Math.max(1, Math.ceil(items.length / size))
  return Array.from({ length: last }, (_, i) => ({
    items: items.slice(i * size, (i + 1) * size),
    total: items.length,
    number: i + 1,
    last,
  }))
}

/** The first pages of lists, or all that follow. */
const part = <T>(lists: Listed<T>[], further: boolean) => (further ? lists.slice(1) : lists.slice(0, 1))

export async function placePaths(kind: 'cities' | 'categories', further: boolean) {
  const all = await catalogue()
  return languages.flatMap((lang) => {
    const bySlug = grouped(all[lang].products, ({ data }) => data[kind][0] ?? '')
    return [...bySlug].flatMap(([slug, products]) =>
      part(paged(products, cardsOnPage), further).map((list) => ({
        params: { locale: localeOf(lang), slug, page: String(list.number) },
        props: { list },
      })),
    )
  })
}

export async function listPaths<K extends 'products' | 'posts'>(kind: K, further: boolean) {
  const all = await catalogue()
  return languages.flatMap((lang) =>
    part(paged<Product | Post>(all[lang][kind], kind === 'posts' ? postsOnPage : cardsOnPage), further).map((list) => ({
      params: { locale: localeOf(lang), page: String(list.number) },
      props: { list: list as Listed<K extends 'posts' ? Post : Product> },
    })),
  )
}

function grouped<T>(items: T[], key: (item: T) => string) {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
