import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { parse } from 'yaml'
import ar from '../../site/locales/ar.json' with { type: 'json' }
import en from '../../site/locales/en.json' with { type: 'json' }
import { repository } from './build'

/** A language of every storefront. */
export type Language = 'en' | 'ar'
/** A language of some storefront. */
export type AnyLanguage = Language | 'fr'

/** Every storefront of content/deployments, by the layout type that it shows. */
export const layoutOf = {
  wayfare: 'default',
  'bahla-trails': 'supplier-classic',
  'derb-house': 'supplier-editorial',
  'corniche-desk': 'supplier-compact',
  waraq: 'template-two',
  marsa: 'template-four',
  layl: 'transparent',
} as const
export type Deployment = keyof typeof layoutOf
export const storefronts = Object.keys(layoutOf) as Deployment[]

/** Those whose behaviour is tested: a marketplace, and a supplier. What every storefront promises is asked of all. */
export const deployments = ['wayfare', 'bahla-trails'] as const satisfies Deployment[]
export const languages: Language[] = ['en', 'ar']

/** All languages of a storefront. */
export function languagesOf(deployment: Deployment): AnyLanguage[] {
  return deployment === 'derb-house' ? [...languages, 'fr'] : languages
}

const french = parse(readFileSync(join(repository, 'content/texts/fr.yaml'), 'utf8')) as { pages: typeof en }
export const messages = { en, ar, fr: french.pages }
export const direction = { en: 'ltr', ar: 'rtl', fr: 'ltr' }
/** Each language's name for itself, as the link to it reads. */
export const languageName = { en: 'English', ar: 'العربية', fr: 'Français' }

/** Where all that a storefront sells is listed. */
export const listingPath = perStorefront((deployment) =>
  layoutOf[deployment].startsWith('supplier-') ? '/experiences' : '/things-to-do',
)
/** What canonical addresses begin with: content/deployments. */
export const baseUrl = perStorefront((deployment) => `https://www.${deployment.replace('-', '')}.example`)

function perStorefront<T>(of: (deployment: Deployment) => T): Record<Deployment, T> {
  return Object.fromEntries(storefronts.map((deployment) => [deployment, of(deployment)])) as Record<Deployment, T>
}

/** The address of a storefront in this run. */
export function origin(deployment: Deployment): string {
  return `http://${deployment}.localhost:${inject('port')}`
}

/** The address of a path in a language: '/blog' → '/ar/blog'. */
export function pathIn(language: AnyLanguage, path: string): string {
  if (language === 'en') return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}
