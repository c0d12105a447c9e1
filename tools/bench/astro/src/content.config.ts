import { defineCollection, z } from 'astro:content'
import { glob } from 'astro/loaders'

/** Documents of both languages; an id is a path below content/. */
const documents = (pattern: string | string[]) =>
  glob({ base: './content', pattern, generateId: ({ entry }) => entry.replace(/(\/_index)?\.md$/, '') })

const products = defineCollection({
  loader: documents(['*/products/*.md', '!*/products/_index.md']),
  schema: z.object({
    title: z.string(),
    summary: z.string(),
    place: z.string(),
    cities: z.array(z.string()).min(1),
    categories: z.array(z.string()).min(1),
    weight: z.number().int(),
    label: z.string(),
    price: z.number(),
    child: z.number(),
    currency: z.string(),
    hours: z.number(),
    rating: z.number(),
    supplier: z.string(),
    gallery: z.array(z.object({ src: z.string(), alt: z.string() })).min(1),
    options: z.array(
      z.object({
        title: z.string(),
        text: z.string(),
        units: z.array(z.object({ name: z.string(), ages: z.string().optional(), price: z.number() })),
      }),
    ),
    extras: z.array(z.object({ title: z.string(), text: z.string(), price: z.number() })),
    highlights: z.array(z.string()),
    includes: z.array(z.string()),
    excludes: z.array(z.string()),
    know: z.array(z.string()),
    bring: z.array(z.string()),
    itinerary: z.array(z.object({ at: z.string(), title: z.string(), text: z.string() })),
    related: z.array(z.string()),
    reviews: z.array(
      z.object({
        author: z.string(),
        country: z.string(),
        rating: z.number(),
        date: z.string(),
        language: z.string(),
        title: z.string(),
        text: z.string(),
      }),
    ),
  }),
})

const posts = defineCollection({
  loader: documents(['*/blog/*.md', '!*/blog/_index.md']),
  schema: z.object({
    title: z.string(),
    date: z.coerce.date(),
    summary: z.string(),
    author: z.string(),
    image: z.string(),
    products: z.array(z.string()),
  }),
})

const places = defineCollection({
  loader: documents('*/{cities,categories}/*/_index.md'),
  schema: z.object({ title: z.string(), summary: z.string(), image: z.string() }),
})

const pages = defineCollection({
  loader: documents('*/*.md'),
  schema: z.object({
    title: z.string(),
    summary: z.string().optional(),
    questions: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
    testimonials: z.array(z.object({ author: z.string(), text: z.string(), product: z.string() })).optional(),
  }),
})

export const collections = { products, posts, places, pages }
