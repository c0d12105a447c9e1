import type { ReactNode } from 'react'
import { pages } from 'virtual:pages/lazy'
import { ErrorView } from '../../components/blocks/error-view'
import { NotFoundView } from '../../pages/not-found/not-found-view'
import { updateHeaderLinks } from '../../lib/navigation/header-links'
import { applyHead, headOf } from '../../lib/document/head'
import type { Payload } from '../../lib/payload'
import { collectPlacements } from '../../lib/document/placement'
import { PageNotFound } from '../../lib/navigation/routes'
import { setSite, fullTitle, t } from '../../lib/site'
import { markAwaitingResults } from '../../lib/navigation/awaiting-results'
import { mountIslands, unmountIslands } from './mount-islands'
import type { DocumentData } from './document-data'
import { renderHtml } from '../html'
import { pageElement } from '../page-module'
import { loadMessages } from '../../lib/i18n/load-messages'

/** Loads a page's code and messages, and returns a function that shows it in place of the current page. */
export async function preparePage(payload: Payload | Error, data: DocumentData): Promise<() => void> {
  const [view] = await Promise.all([viewOf(payload), loadMessages(data.shell, data.strings)])
  setSite(data.shell, data.strings)
  const { result: html, islands } = collectPlacements('p', () => renderHtml(view))
  return () => {
    const page = document.getElementById('page')
    if (!page) throw new Error('no #page in the document')
    unmountIslands(page)
    markAwaitingResults(window.location)
    page.innerHTML = html
    const shownPayload = payload instanceof PageNotFound ? notFoundPayload(payload.path, data) : payload
    if (shownPayload instanceof Error) document.title = fullTitle(t('error.unknown'))
    else updateHead(shownPayload, page, data)
    data.payload = payload instanceof Error ? undefined : Promise.resolve(payload)
    mountIslands(islands, data)
    announce(page)
  }
}

async function viewOf(payload: Payload | Error): Promise<ReactNode> {
  if (payload instanceof PageNotFound) return <NotFoundView path={payload.path} />
  if (payload instanceof Error) return <ErrorView message={payload.message} />
  return pageElement(payload, await pages[payload.kind]?.())
}

/** Returns the payload of the not-found page of a path. */
function notFoundPayload(path: string, { shell }: DocumentData): Payload {
  return { kind: 'not-found', locale: shell.locale, path, title: '', description: '', noIndex: true }
}

function updateHead(payload: Payload, page: HTMLElement, { shell }: DocumentData): void {
  page.dataset.kind = payload.kind
  applyHead(headOf(payload))
  updateHeaderLinks(payload, shell.locales)
}

/** Announces the new page to screen readers, and moves the focus to its heading. */
function announce(page: HTMLElement): void {
  const heading = page.querySelector<HTMLElement>('h1') ?? page
  if (heading !== page) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const announcer = document.getElementById('announcer')
  if (announcer) announcer.textContent = document.title
}
