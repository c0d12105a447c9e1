import { readText, writeText } from '../../lib/browser/storage'
import { secretParameters } from '../../lib/navigation/mailed-link'

// A script by itself, which only documents of deployments with analytics load. It loads the script of another site that
// the document names: at once, or as soon as the visitor has agreed.

const key = 'analytics'
const { analytics = '{}', consent } = document.currentScript?.dataset ?? {}
const notice = document.getElementById('consent')
let loaded = false
let opener: Element | null = null

const choice = readText('localStorage', key)
if (consent === 'not-needed' || choice === 'yes') loadScript()
else if (choice !== 'no') showNotice()

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-consent-choice]')
  if (!button) return
  const chosen = button.dataset.consentChoice
  if (chosen === 'ask') {
    opener = button
    showNotice()
    notice?.focus()
  } else if (chosen) saveChoice(chosen)
})

function showNotice(): void {
  if (notice) notice.hidden = false
}

function saveChoice(chosen: string): void {
  writeText('localStorage', key, chosen)
  if (notice) notice.hidden = true
  if (opener instanceof HTMLElement) opener.focus()
  if (chosen === 'yes') loadScript()
  // A script that runs is ended by a new document only.
  else if (loaded) location.reload()
}

/** Loads the script, unless a mailed link has opened the document: the address that it would report was a secret. */
function loadScript(): void {
  const opened = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href)
  if (loaded || secretParameters.some((name) => opened.searchParams.has(name))) return
  loaded = true
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(JSON.parse(analytics) as Record<string, string>)) {
    script.setAttribute(name, value)
  }
  document.head.append(script)
}
