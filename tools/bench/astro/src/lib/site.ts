import words from '../data/ui.json'
import all from '../data/places.json'

export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]

/** The language of a route whose optional parameter is undefined for English. */
export const languageOf = (locale: string | undefined): Language => (locale === 'ar' ? 'ar' : 'en')
export const localeOf = (lang: Language) => (lang === 'en' ? undefined : lang)

export const ui = words
export const places = all
export const local = (lang: Language, path: string) => (lang === 'en' ? path : `/${lang}${path}`)
export const other = (lang: Language): Language => (lang === 'en' ? 'ar' : 'en')

const names = Object.fromEntries(
  languages.map((lang) => [lang, new Map([...all.cities, ...all.categories].map((place) => [place.slug, place[lang]]))]),
)
export const nameOf = (lang: Language, slug: string) => names[lang]?.get(slug) ?? slug

export const day = (date: Date) => date.toISOString().slice(0, 10)
