import { readFileSync } from 'node:fs'

const read = (name) => JSON.parse(readFileSync(new URL(`_data/${name}.json`, import.meta.url), 'utf8'))
const ui = read('ui')
const all = read('places')
const made = new Map()

function once(key, make) {
  if (!made.has(key)) made.set(key, make())
  return made.get(key)
}

const local = (lang, path) => (lang === 'en' ? path : `/${lang}${path}`)

const item = (lang, path, name) => `<li><a href="${local(lang, path)}">${name}</a></li>`

const list = (lang, kind, places, more) => `<div class="menu-list"><p class="menu-title">${ui[lang][kind]}</p><ul>${places
  .map((place) => item(lang, `/${kind}/${place.slug}/`, place[lang]))
  .join('')}${more}</ul></div>`

const kinds = ['cities', 'categories']

/** All cities and all categories. */
export const places = (lang) =>
  once(`places ${lang}`, () => kinds.map((kind) => list(lang, kind, all[kind], '')).join(''))

/** The first cities and categories, and links to the home page. */
const firstPlaces = (lang) =>
  kinds
    .map((kind) => list(lang, kind, all[kind].slice(0, 12), item(lang, '/', ui[lang].allPlaces)))
    .join('')

/** Name, search and menu. */
export const menu = (lang) =>
  once(`menu ${lang}`, () => {
    const u = ui[lang]
    return `<a class="skip-link" href="#page">${u.home}</a><a class="wordmark" href="${local(lang, '/')}">${u.brand}</a>
<form class="search" action="${local(lang, '/search/')}" role="search"><input type="search" name="q" aria-label="${u.all}"><button type="submit">${u.all}</button></form>
<nav class="header-nav"><details class="menu"><summary>${u.cities}</summary><div class="menu-panel">${firstPlaces(lang)}</div></details></nav>`
  })
