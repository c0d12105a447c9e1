import ar from '../locales/ar.json'
import en from '../locales/en.json'
import type { Shell } from './payload.gen'
import { setSite } from './site'

/** A marketplace in English and Arabic, for tests. */
export const shell: Shell = {
  deployment: 'wayfare',
  name: 'Wayfare',
  layoutType: 'default',
  supplier: false,
  baseUrl: 'https://www.wayfare.example',
  locale: 'en',
  locales: [
    { code: 'en', iso: 'en-US', name: 'English', dir: 'ltr', prefix: '' },
    { code: 'ar', iso: 'ar-AE', name: 'العربية', dir: 'rtl', prefix: '/ar' },
  ],
  currencies: ['AED', 'USD'],
  currency: {
    default: 'AED',
    date: '2026-11-20',
    rates: { USD: '0.27229', EUR: '0.2351', OMR: '0.1047' },
  },
  card: true,
  payLater: true,
  pictureProvider: 'ipx',
  cities: [{ id: 'dubai', name: 'Dubai' }],
  categories: [{ id: 'desert', name: 'Desert' }],
  contact: { email: 'hello@wayfare.example' },
}

export const arabicShell: Shell = { ...shell, locale: 'ar', name: 'دروب' }

export function setEnglishSite(): void {
  setSite(shell, en)
}

export function setArabicSite(): void {
  setSite(arabicShell, ar)
}
