import { readFileSync } from 'node:fs'

/** The names of cities and categories by language and slug. */
export default function () {
  const { cities, categories } = JSON.parse(readFileSync(new URL('places.json', import.meta.url), 'utf8'))
  const of = (lang) => Object.fromEntries([...cities, ...categories].map((place) => [place.slug, place[lang]]))
  return { en: of('en'), ar: of('ar') }
}
