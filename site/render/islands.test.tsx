// @vitest-environment happy-dom
import { useId, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { collectIslands, placeIsland } from '../lib/islands'
import en from '../locales/en.json'
import { enterEnglish, shell } from '../lib/shell.fixture'
import type { DocumentData } from './document-data'
import { mountIsland } from './root'

const data: DocumentData = { shell, islands: [], strings: en }

function Counter({ from }: { from: number }) {
  const id = useId()
  const [count, setCount] = useState(from)
  return (
    <button type="button" id={id} onClick={() => setCount(count + 1)}>
      {count}
    </button>
  )
}

function Broken(): never {
  throw new Error('broken')
}

function element(html: string): HTMLElement {
  document.body.innerHTML = `<div id="p0">${html}</div>`
  return document.getElementById('p0') as HTMLElement
}

const island = { id: 'p0', props: { from: 2 } }

beforeEach(() => {
  enterEnglish()
  vi.restoreAllMocks()
})

describe('an island', () => {
  it('hydrates what the server rendered without touching it, ids included', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    const place = element(renderToString(<Counter from={2} />, { identifierPrefix: 'p0' }))
    const button = place.firstElementChild as HTMLButtonElement
    const before = place.innerHTML
    await mountIsland({ element: place, ...island, view: Counter, data, rendered: true })
    expect(place.innerHTML).toBe(before)
    expect(place.firstElementChild).toBe(button)
    button.click()
    await vi.waitFor(() => expect(button.textContent).toBe('3'))
    expect(complaints).not.toHaveBeenCalled()
  })

  it('replaces a light stand-in', async () => {
    const place = element('<a href="/x">Light</a>')
    await mountIsland({ element: place, ...island, view: Counter, data, rendered: false })
    expect(place.textContent).toBe('2')
  })

  it('ends when its page is left', async () => {
    const place = element('')
    const end = await mountIsland({ element: place, ...island, view: Counter, data, rendered: false })
    end()
    expect(place.innerHTML).toBe('')
  })

  it('that fails says so in its place and leaves the page alone', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const place = element('')
    await mountIsland({ element: place, ...island, view: Broken, data, rendered: false })
    await vi.waitFor(() => expect(place.querySelector('[role="alert"]')?.textContent).toBe('Some thing went wrong'))
    expect(reported).toHaveBeenCalled()
    vi.unstubAllGlobals()
  })
})

describe('ids of islands', () => {
  it('count from nothing on every page, after the chrome counted its own', () => {
    const once = () => {
      const chrome = collectIslands('c', () => placeIsland('menu', {}, false).id)
      const page = collectIslands('p', () => [placeIsland('a', {}, false).id, placeIsland('b', undefined, true).id])
      return { ids: [chrome.result, ...page.result], islands: page.islands }
    }
    expect(once()).toEqual(once())
    expect(once().ids).toEqual(['c0', 'p0', 'p1'])
    expect(once().islands).toEqual([
      { id: 'p0', name: 'a', props: {} },
      { id: 'p1', name: 'b', light: true },
    ])
  })
})
