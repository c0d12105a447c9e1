import { markAwaitingResults } from '../../lib/navigation/awaiting-results'
import type { DocumentData } from './document-data'

// Runs in the head of every document, before the first paint: a class of the root element for each thing that changes
// how the page looks at first, and a notice if the entry cannot be loaded. render/build/paint-snippet.ts bundles and
// minifies it.

const { classList, dataset } = document.documentElement

let chosen = /(?:^|; )currency=(\w+)/.exec(document.cookie)?.[1]
// A link, such as those of Google's feed, may name a currency for visitors who have chosen none.
if (!chosen && dataset.currency) {
  chosen = /[?&]currency=([A-Z]{3})\b/.exec(location.search)?.[1]
  if (chosen) document.cookie = `currency=${chosen}; Path=/; SameSite=Lax`
}
if (chosen && dataset.currency && chosen !== dataset.currency) classList.add('repricing')

let theme: string | null = null
try {
  theme = localStorage.getItem('theme')
  if (localStorage.getItem('signed-in')) classList.add('signed-in')
  // A mailed link to a negotiation puts its product into the cart.
  if (!Number(localStorage.getItem('cart-count')) && !/[?&]negotiation=/.test(location.search))
    classList.add('cart-empty')
} catch {
  // Storage is blocked.
}

paintTheme(theme)
markAwaitingResults(location)

// Dark pages print in the light colours: browsers leave out backgrounds, and light text on white paper is unreadable.
let printedDark = false
addEventListener('beforeprint', () => {
  printedDark ||= classList.contains('dark')
  classList.remove('dark')
})
addEventListener('afterprint', () => {
  if (printedDark) classList.add('dark')
  printedDark = false
})

// The entry, or a script that it imports, could not be loaded: the page would wait for it without end. The document has
// been read by then, and no dialog is open: this is showAppError of widgets/app-error in fewer bytes.
addEventListener(
  'error',
  ({ target }) => {
    const { src, type } = target as Partial<HTMLScriptElement>
    if (type !== 'module' || !src?.startsWith(location.origin)) return
    const { strings } = JSON.parse((document.getElementById('site') as HTMLElement).textContent) as DocumentData
    const { unknown, retry } = strings.error as { unknown: string; retry: string }
    const box = document.createElement('div')
    const button = document.createElement('button')
    Object.assign(box, { id: 'app-error', className: 'app-error', role: 'alert' }).append(`${unknown} `, button)
    Object.assign(button, { className: 'button button-outlined', onclick: () => location.reload() }).append(retry)
    document.body.append(box)
  },
  true,
)

/** Sets a document's theme before the first paint: the visitor's choice, or else the system's preference. */
function paintTheme(chosen: string | null): void {
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[media]'))
    colour.media = colour.media.includes('dark') === dark ? 'all' : 'not all'
}
