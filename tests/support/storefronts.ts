import { inject } from 'vitest'
import ar from '../../site/locales/ar.json' with { type: 'json' }
import en from '../../site/locales/en.json' with { type: 'json' }

export type Language = 'en' | 'ar'
export type Deployment = 'wayfare' | 'bahla-trails'

/** Every storefront of content/: a marketplace in the default layout, and a supplier in its own. */
export const deployments: Deployment[] = ['wayfare', 'bahla-trails']
export const languages: Language[] = ['en', 'ar']

export const words = { en, ar }
export const direction = { en: 'ltr', ar: 'rtl' }
/** Each language's name for itself, as the link to it reads. */
export const languageName = { en: 'English', ar: 'العربية' }

export const listingPath = { wayfare: '/things-to-do', 'bahla-trails': '/experiences' }
/** What canonical addresses begin with: content/deployments. */
export const baseUrl = { wayfare: 'https://www.wayfare.example', 'bahla-trails': 'https://www.bahlatrails.example' }

/** The address of a storefront in this run. */
export function origin(deployment: Deployment): string {
  return `http://${deployment}.localhost:${inject('port')}`
}

/** A path as it is in a language: '/blog' → '/ar/blog'. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path
  return path === '/' ? '/ar' : `/ar${path}`
}
