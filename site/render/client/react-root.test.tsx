// @vitest-environment happy-dom
import { useId, useState } from 'react'
import { beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { currencyEvent } from '../../lib/money/currency-event'
import { collectPlacements, registerFirstPicture, registerIsland } from '../../lib/document/placement'
import en from '../../locales/en.json'
import { setEnglishSite, shell } from '../../lib/shell.fixture'
import type { DocumentData } from './document-data'
import { mountIsland } from './react-root'

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
  setEnglishSite()
  vi.restoreAllMocks()
})

describe('an island', () => {
  it('keeps its state when the visitor changes the currency', async () => {
    const host = element('')
    await mountIsland({ host, ...island, view: Counter, data })
    host.querySelector('button')?.click()
    await vi.waitFor(() => expect(host.textContent).toBe('3'))
    document.dispatchEvent(new Event(currencyEvent))
    expect(host.textContent).toBe('3')
  })

  it('replaces its fallback', async () => {
    const host = element('<a href="/x">Fallback</a>')
    await mountIsland({ host, ...island, view: Counter, data })
    expect(host.textContent).toBe('2')
  })

  it('is empty after it is unmounted', async () => {
    const host = element('')
    const end = await mountIsland({ host, ...island, view: Counter, data })
    end()
    expect(host.innerHTML).toBe('')
  })

  it('shows and reports an error if its rendering fails', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const host = element('')
    await mountIsland({ host, ...island, view: Broken, data })
    await vi.waitFor(() => expect(host.querySelector('[role="alert"]')?.textContent).toBe('Some thing went wrong'))
    expect(reported).toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  it.each([
    ['first', 0],
    ['second', 1],
  ])('is not rendered again after its %s rendering fails', async (_, works) => {
    vi.stubGlobal('reportError', vi.fn())
    const change = () => document.dispatchEvent(new Event(currencyEvent))
    const view: Mock<() => null> = vi.fn(() => {
      if (view.mock.calls.length > works) throw new Error('broken')
      return null
    })
    const host = element('')
    const end = await mountIsland({ host, id: 'p0', view, props: {}, data })
    if (works) change()
    await vi.waitFor(() => expect(host.querySelector('[role="alert"]')).not.toBeNull())
    const renders = view.mock.calls.length
    const other = vi.fn(() => null)
    const endOther = await mountIsland({ host: document.createElement('div'), id: 'p1', view: other, props: {}, data })
    change()
    await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(2))
    expect(view).toHaveBeenCalledTimes(renders)
    end()
    endOther()
    vi.unstubAllGlobals()
  })
})

describe('the placements of a page', () => {
  it('have ids that start at 0 on every page, separately from header and footer', () => {
    const once = () => {
      const chrome = collectPlacements('c', () => registerIsland('menu', {}))
      const page = collectPlacements('p', () => [registerIsland('a', { n: 1 }), registerIsland('b')])
      return { ids: [chrome.result, ...page.result], islands: page.islands }
    }
    expect(once()).toEqual(once())
    expect(once().ids).toEqual(['c0', 'p0', 'p1'])
    expect(once().islands).toEqual([
      { id: 'p0', name: 'a', props: { n: 1 } },
      { id: 'p1', name: 'b' },
    ])
  })

  it('have one picture to preload, the first', () => {
    const picture = (src: string) => ({ src, width: 1, height: 1 })
    const page = collectPlacements('p', () => {
      registerFirstPicture(picture('/a.jpg'))
      registerFirstPicture(picture('/b.jpg'))
    })
    expect(page.firstPicture?.src).toBe('/a.jpg')
    expect(collectPlacements('p', () => {}).firstPicture).toBeUndefined()
  })
})
