// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Hydrate, IslandEntry } from './islands'
import { wakeOn } from './wake'

let island: HTMLElement
let wakes: number
let clicks: string[]

function place(html: string): void {
  document.body.innerHTML = `<div id="p0">${html}</div>`
  island = document.getElementById('p0') as HTMLElement
}

/** An island that wakes after a while, as its code has to load, into the given HTML or what is there. */
function sleep(hydrate: Hydrate, awake?: string, onlyIf?: IslandEntry['onlyIf']) {
  const preload = vi.fn()
  const wake = async () => {
    wakes++
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (awake !== undefined) island.innerHTML = awake
    for (const control of island.querySelectorAll('button, input')) {
      control.addEventListener('click', () => clicks.push(control.textContent || control.id))
    }
  }
  return { preload, stop: wakeOn(island, { hydrate, onlyIf }, { preload, wake }) }
}

beforeEach(() => {
  wakes = 0
  clicks = []
})

describe('a sleeping island', () => {
  it('is woken by a click, which is replayed once it is awake', async () => {
    place('<button>Add</button>')
    sleep('interaction')
    island.querySelector('button')?.click()
    expect(clicks).toEqual([])
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
    island.querySelector('button')?.click()
    expect(clicks).toEqual(['Add', 'Add'])
    expect(wakes).toBe(1)
  })

  it('that the page is nothing without wakes at once', async () => {
    place('<button>Stand-in</button>')
    sleep('load', '<button>Pay</button>')
    expect(wakes).toBe(1)
    await vi.waitFor(() => expect(island.textContent).toBe('Pay'))
  })

  it('replays a click inside a button on the button', async () => {
    place('<button><i>x</i></button>')
    sleep('interaction')
    island.querySelector('i')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(clicks).toEqual(['x']))
  })

  it('finds the control again where a stand-in was replaced: by mark, by id, by place', async () => {
    for (const [light, awake, want] of [
      ['<a href="/search" data-replay="open">S</a>', '<p><button data-replay="open">Open</button></p>', 'Open'],
      ['<button id="b">1</button>', '<div><button>0</button><button id="b">two</button></div>', 'two'],
      ['<p></p><button>1</button>', '<p></p><button>second</button>', 'second'],
    ] as const) {
      clicks = []
      place(light)
      sleep('interaction', awake)
      island.querySelector<HTMLElement>('a, button')?.click()
      await vi.waitFor(() => expect(clicks).toEqual([want]))
    }
  })

  it('lets links to pages be followed', () => {
    place('<a href="https://www.wayfare.example/blog">Blog</a>')
    sleep('interaction')
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.body.addEventListener('click', (click) => click.preventDefault(), { once: true })
    let reached = false
    document.addEventListener('click', () => (reached = true), { once: true })
    island.querySelector('a')?.dispatchEvent(event)
    expect([reached, wakes]).toEqual([true, 0])
  })

  it('leaves modified clicks to the browser', () => {
    place('<button>Add</button>')
    sleep('interaction')
    island.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, metaKey: true }))
    expect(wakes).toBe(0)
  })

  it('fetches its code when a pointer comes near, and does not run it', () => {
    place('<button>Add</button>')
    const { preload } = sleep('interaction')
    island.dispatchEvent(new Event('pointerover', { bubbles: true }))
    island.dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect([preload.mock.calls.length, wakes]).toEqual([1, 0])
  })

  it('wakes when a field gets the focus, and gives it back where the field was replaced', async () => {
    place('<input id="q">')
    sleep('interaction', '<p><input id="q"></p>')
    island.querySelector('input')?.focus()
    await vi.waitFor(() => expect(island.querySelector('p')).not.toBeNull())
    await vi.waitFor(() => expect(document.activeElement).toBe(island.querySelector('p input')))
  })

  it('is woken by a choice, which is chosen again once it is awake', async () => {
    const select = '<select id="s"><option value="a">A</option><option value="b">B</option></select>'
    place(select)
    const { preload } = sleep('interaction', `<p>${select}</p>`)
    const before = island.querySelector('select') as HTMLSelectElement
    before.focus()
    before.click()
    expect([preload.mock.calls.length, wakes]).toEqual([1, 0])
    const chosen: string[] = []
    document.addEventListener('change', ({ target }) => chosen.push((target as HTMLSelectElement).value))
    before.value = 'b'
    before.dispatchEvent(new Event('change', { bubbles: true }))
    await vi.waitFor(() => expect(chosen).toEqual(['b', 'b']))
    expect([island.querySelector('select')?.value, document.activeElement?.parentElement?.tagName]).toEqual(['b', 'P'])
  })

  it('makes buttons of links that stand in for them, for the keyboard too', async () => {
    place('<a href="#options" data-replay="open">Open</a><a href="/faq">FAQ</a>')
    sleep('interaction', '<button data-replay="open">Open</button>')
    const [standIn, link] = island.querySelectorAll('a')
    expect([standIn, link].map((a) => a?.getAttribute('role'))).toEqual(['button', null])
    standIn?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(clicks).toEqual(['Open']))
  })

  it('waits to be used where its condition says no', async () => {
    place('<button>Add</button>')
    const asked: HTMLElement[] = []
    const refuse = (element: HTMLElement) => {
      asked.push(element)
      return Promise.resolve(false)
    }
    sleep('load', undefined, refuse)
    await vi.waitFor(() => expect(asked).toEqual([island]))
    await Promise.resolve()
    expect(wakes).toBe(0)
    island.querySelector('button')?.click()
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
  })

  it('wakes by itself where its condition says yes, and not where it cannot be told', async () => {
    place('<button>Add</button>')
    sleep('load', undefined, () => Promise.reject(new Error('no answer')))
    sleep('load', undefined, () => Promise.resolve(true))
    await vi.waitFor(() => expect(wakes).toBe(1))
  })

  it('says that it is busy while what was clicked waits for it', async () => {
    place('<button>Add</button>')
    sleep('interaction')
    const button = island.querySelector('button')
    button?.click()
    expect(button?.getAttribute('aria-busy')).toBe('true')
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
    expect(button?.hasAttribute('aria-busy')).toBe(false)
  })

  it('wakes when it comes into view', () => {
    const watched: IntersectionObserverCallback[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          watched.push(callback)
        }
        observe() {}
        disconnect() {}
      },
    )
    place('<button>Add</button>')
    sleep('visible')
    expect(wakes).toBe(0)
    const entry = { isIntersecting: true } as IntersectionObserverEntry
    for (const callback of watched) callback([entry], {} as IntersectionObserver)
    expect(wakes).toBe(1)
    vi.unstubAllGlobals()
  })

  it('stays asleep once its page is left', async () => {
    place('<button>Add</button>')
    sleep('load', undefined, () => Promise.resolve(true)).stop()
    await new Promise((resolve) => setTimeout(resolve))
    expect(wakes).toBe(0)
  })
})
