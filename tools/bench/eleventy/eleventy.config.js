import { menu, places } from './chrome.js'
import { listings, shops } from './collections.js'

const prefix = (lang) => (lang === 'en' ? '' : `/${lang}`)
const origin = 'https://bench.example'

/** The address of a document below its language: its path, and none for what only listings show. */
function permalink({ lang, page }) {
  const path = page.filePathStem.replace(`/${lang}/`, '')
  if (path === '_index') return `${prefix(lang)}/`
  return path.endsWith('/_index') ? false : `${prefix(lang)}/${path}/`
}

export default function (config) {
  config.addPassthroughCopy({ static: '/' })
  // Their titles are among the words of the templates.
  config.ignores.add('content/*/{products,blog}/_index.md')
  config.addGlobalData('permalink', () => permalink)

  config.addCollection('shops', shops)
  config.addCollection('listings', listings)

  config.addFilter('local', (path, lang) => prefix(lang) + path)
  config.addFilter('absolute', (path) => origin + path)
  config.addFilter('other', (url, lang) => (lang === 'en' ? `/ar${url}` : url.slice(3)))
  config.addFilter('json', (value) => JSON.stringify(value).replaceAll('<', '\\u003c'))
  config.addFilter('day', (date) => date.toISOString().slice(0, 10))
  config.addFilter('first', (list, count) => list.slice(0, count))
  config.addFilter('rated', (reviews, stars) => reviews.filter(({ rating }) => rating === stars).length)
  config.addFilter('stars', (rating) => '★★★★★☆☆☆☆☆'.slice(5 - rating, 10 - rating))
  config.addFilter('addresses', (gallery) => gallery.map(({ src }) => origin + src))
  config.addFilter('numbered', (steps) => steps.map(({ title }, i) => ({ '@type': 'ListItem', position: i + 1, name: title })))
  config.addFilter('trail', (steps) => steps.map(({ name, url }, i) => ({ '@type': 'ListItem', position: i + 1, name, item: origin + url })))
  config.addFilter('pick', (slugs, shop) => slugs.flatMap((slug) => shop.bySlug.get(slug) ?? []))
  config.addFilter('neighbours', (posts, url) => {
    const at = posts.findIndex((post) => post.url === url)
    return [posts[at - 1], posts[at + 1]].filter(Boolean)
  })

  // The same on every page of a language, so it is made once.
  config.addShortcode('places', places)
  config.addShortcode('menu', menu)

  return {
    dir: { input: 'content', includes: '../_includes', data: '../_data', output: '_site' },
    markdownTemplateEngine: false,
    templateFormats: ['md', 'njk'],
  }
}
