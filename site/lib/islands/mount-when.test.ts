// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Mounting, MountOn } from './island-contract'
import { mountWhen } from './mount-when'

let island: HTMLElement
let mounts: number
let clicks: string[]

function place(html: string): void {
  document.body.innerHTML = `<div id="p0">${html}</div>`
  island = document.getElementById('p0') as HTMLElement
}

/** An island that mounts after a while, as its code has to load, into the given HTML or what is there. */
function wait(mountOn: MountOn, mounted?: string, onlyIf?: Mounting['onlyIf']) {
  const preload = vi.fn()
  const mount = async () => {
    mounts++
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (mounted !== undefined) island.innerHTML = mounted
    for (const control of island.querySelectorAll('button, input')) {
      control.addEventListener('click', () => clicks.push(control.textContent || control.id))
    }
  }
  return { preload, stop: mountWhen(island, { mountOn, onlyIf }, { preload, mount }) }
}

beforeEach(() => {
  mounts = 0
  clicks = []
})

describe('an island that waits', () => {
  it('mounts on a click of a control, which is then replayed', async () => {
    place('<button>Add</button>')
    wait('interaction')
    island.querySelector('button')?.click()
    expect(clicks).toEqual([])
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
    island.querySelector('button')?.click()
    expect(clicks).toEqual(['Add', 'Add'])
    expect(mounts).toBe(1)
  })

  it('mounts at once where its row says load', async () => {
    place('<button>Fallback</button>')
    wait('load', '<button>Pay</button>')
    expect(mounts).toBe(1)
    await vi.waitFor(() => expect(island.textContent).toBe('Pay'))
  })

  it('replays a click inside a button on the button', async () => {
    place('<button><i>x</i></button>')
    wait('interaction')
    island.querySelector('i')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(clicks).toEqual(['x']))
  })

  it('finds the counterpart of a control in the fallback by mark, by id, or by place', async () => {
    for (const [fallback, mounted, want] of [
      ['<a href="/search" data-replay="open">S</a>', '<p><button data-replay="open">Open</button></p>', 'Open'],
      ['<button id="b">1</button>', '<div><button>0</button><button id="b">two</button></div>', 'two'],
      ['<p></p><button>1</button>', '<p></p><button>second</button>', 'second'],
    ] as const) {
      clicks = []
      place(fallback)
      wait('interaction', mounted)
      island.querySelector<HTMLElement>('a, button')?.click()
      await vi.waitFor(() => expect(clicks).toEqual([want]))
    }
  })

  it('does not mount on a click on text', () => {
    place('<p>Six hours in the desert</p><button>Add</button>')
    wait('interaction')
    island.querySelector('p')?.click()
    expect(mounts).toBe(0)
  })

  it('replays a click on nothing where the control has no counterpart', async () => {
    place('<p><button>Show more</button></p>')
    wait('interaction', '<button>Delete</button>')
    island.querySelector('button')?.click()
    await vi.waitFor(() => expect(island.textContent).toBe('Delete'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(clicks).toEqual([])
  })

  it('lets links to pages be followed', () => {
    place('<a href="https://www.wayfare.example/blog">Blog</a>')
    wait('interaction')
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.body.addEventListener('click', (click) => click.preventDefault(), { once: true })
    let reached = false
    document.addEventListener('click', () => (reached = true), { once: true })
    island.querySelector('a')?.dispatchEvent(event)
    expect([reached, mounts]).toEqual([true, 0])
  })

  it('leaves modified clicks to the browser', () => {
    place('<button>Add</button>')
    wait('interaction')
    island.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, metaKey: true }))
    expect(mounts).toBe(0)
  })

  it('fetches its code once, when a pointer is over a control, without running it', () => {
    place('<p>Six hours in the desert</p><a href="/blog">Blog</a><button>Add</button>')
    const { preload } = wait('interaction')
    const point = (at: string) => island.querySelector(at)?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    point('p')
    point('a')
    expect(preload).not.toHaveBeenCalled()
    point('button')
    point('button')
    expect([preload.mock.calls.length, mounts]).toEqual([1, 0])
  })

  it('mounts when a field gets the focus, which its counterpart has afterwards', async () => {
    place('<input id="q">')
    wait('interaction', '<p><input id="q"></p>')
    island.querySelector('input')?.focus()
    await vi.waitFor(() => expect(island.querySelector('p')).not.toBeNull())
    await vi.waitFor(() => expect(document.activeElement).toBe(island.querySelector('p input')))
  })

  it('gives the focus to the counterpart of a heading that had it', async () => {
    place('<h1 tabindex="-1">Search</h1>')
    island.querySelector('h1')?.focus()
    wait('load', '<h1 tabindex="-1">Found</h1>')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Found'))
  })

  it('mounts on a choice in a select, which is then chosen again', async () => {
    const select = '<select id="s"><option value="a">A</option><option value="b">B</option></select>'
    place(select)
    const { preload } = wait('interaction', `<p>${select}</p>`)
    const before = island.querySelector('select') as HTMLSelectElement
    before.focus()
    before.click()
    expect([preload.mock.calls.length, mounts]).toEqual([1, 0])
    const chosen: string[] = []
    document.addEventListener('change', ({ target }) => chosen.push((target as HTMLSelectElement).value))
    before.value = 'b'
    before.dispatchEvent(new Event('change', { bubbles: true }))
    await vi.waitFor(() => expect(chosen).toEqual(['b', 'b']))
    expect([island.querySelector('select')?.value, document.activeElement?.parentElement?.tagName]).toEqual(['b', 'P'])
  })

  it('makes buttons of links that are the fallback of one, for the keyboard too', async () => {
    place('<a href="#options" data-replay="open">Open</a><a href="/faq">FAQ</a>')
    wait('interaction', '<button data-replay="open">Open</button>')
    const [fallback, link] = island.querySelectorAll('a')
    expect([fallback, link].map((a) => a?.getAttribute('role'))).toEqual(['button', null])
    fallback?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(clicks).toEqual(['Open']))
  })

  it('waits to be used where its condition does not hold', async () => {
    place('<button>Add</button>')
    const checked: HTMLElement[] = []
    const refuse = (element: HTMLElement) => {
      checked.push(element)
      return Promise.resolve(false)
    }
    wait('load', undefined, refuse)
    await vi.waitFor(() => expect(checked).toEqual([island]))
    await Promise.resolve()
    expect(mounts).toBe(0)
    island.querySelector('button')?.click()
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
  })

  it('mounts by itself where its condition holds, and not where the condition fails', async () => {
    place('<button>Add</button>')
    wait('load', undefined, () => Promise.reject(new Error('no answer')))
    wait('load', undefined, () => Promise.resolve(true))
    await vi.waitFor(() => expect(mounts).toBe(1))
  })

  it('marks the control that was clicked as busy until it is mounted', async () => {
    place('<button>Add</button>')
    wait('interaction')
    const button = island.querySelector('button')
    button?.click()
    expect(button?.getAttribute('aria-busy')).toBe('true')
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
    expect(button?.hasAttribute('aria-busy')).toBe(false)
  })

  it('mounts when it scrolls into view', () => {
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
    wait('visible')
    expect(mounts).toBe(0)
    const entry = { isIntersecting: true } as IntersectionObserverEntry
    for (const callback of watched) callback([entry], {} as IntersectionObserver)
    expect(mounts).toBe(1)
    vi.unstubAllGlobals()
  })

  it('does not mount once its page is left', async () => {
    place('<button>Add</button>')
    wait('load', undefined, () => Promise.resolve(true)).stop()
    await new Promise((resolve) => setTimeout(resolve))
    expect(mounts).toBe(0)
  })
})
