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

/** Sets up an island that mounts asynchronously, with the given HTML or that of its fallback. */
function setUp(mountOn: MountOn, mounted?: string, onlyIf?: Mounting['onlyIf']) {
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

describe('an island', () => {
  it('mounts on a click on a control and replays the click', async () => {
    place('<button>Add</button>')
    setUp('interaction')
    island.querySelector('button')?.click()
    expect(clicks).toEqual([])
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
    island.querySelector('button')?.click()
    expect(clicks).toEqual(['Add', 'Add'])
    expect(mounts).toBe(1)
  })

  it('mounts at once if it mounts on load', async () => {
    place('<button>Fallback</button>')
    setUp('load', '<button>Pay</button>')
    expect(mounts).toBe(1)
    await vi.waitFor(() => expect(island.textContent).toBe('Pay'))
  })

  it('replays a click inside a button on the button', async () => {
    place('<button><i>x</i></button>')
    setUp('interaction')
    island.querySelector('i')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(clicks).toEqual(['x']))
  })

  it('replays a click on the mounted control with the same mark, id or position', async () => {
    for (const [fallback, mounted, want] of [
      ['<a href="/search" data-replay="open">S</a>', '<p><button data-replay="open">Open</button></p>', 'Open'],
      ['<button id="b">1</button>', '<div><button>0</button><button id="b">two</button></div>', 'two'],
      ['<p></p><button>1</button>', '<p></p><button>second</button>', 'second'],
    ] as const) {
      clicks = []
      place(fallback)
      setUp('interaction', mounted)
      island.querySelector<HTMLElement>('a, button')?.click()
      await vi.waitFor(() => expect(clicks).toEqual([want]))
    }
  })

  it('does not mount on a click on text', () => {
    place('<p>Six hours in the desert</p><button>Add</button>')
    setUp('interaction')
    island.querySelector('p')?.click()
    expect(mounts).toBe(0)
  })

  it('replays no click if there is no matching mounted control', async () => {
    place('<p><button>Show more</button></p>')
    setUp('interaction', '<button>Delete</button>')
    island.querySelector('button')?.click()
    await vi.waitFor(() => expect(island.textContent).toBe('Delete'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(clicks).toEqual([])
  })

  it('does not mount on a click on a link to a page', () => {
    place('<a href="https://www.wayfare.example/blog">Blog</a>')
    setUp('interaction')
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.body.addEventListener('click', (click) => click.preventDefault(), { once: true })
    let reached = false
    document.addEventListener('click', () => (reached = true), { once: true })
    island.querySelector('a')?.dispatchEvent(event)
    expect([reached, mounts]).toEqual([true, 0])
  })

  it('does not mount on a click with a modifier key', () => {
    place('<button>Add</button>')
    setUp('interaction')
    island.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, metaKey: true }))
    expect(mounts).toBe(0)
  })

  it('preloads its code once, without mounting, when a pointer is over a control', () => {
    place('<p>Six hours in the desert</p><a href="/blog">Blog</a><button>Add</button>')
    const { preload } = setUp('interaction')
    const point = (at: string) => island.querySelector(at)?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    point('p')
    point('a')
    expect(preload).not.toHaveBeenCalled()
    point('button')
    point('button')
    expect([preload.mock.calls.length, mounts]).toEqual([1, 0])
  })

  it('mounts when a field is focused, and then focuses the mounted field', async () => {
    place('<input id="q">')
    setUp('interaction', '<p><input id="q"></p>')
    island.querySelector('input')?.focus()
    await vi.waitFor(() => expect(island.querySelector('p')).not.toBeNull())
    await vi.waitFor(() => expect(document.activeElement).toBe(island.querySelector('p input')))
  })

  it('focuses the mounted heading if the heading of the fallback was focused', async () => {
    place('<h1 tabindex="-1">Search</h1>')
    island.querySelector('h1')?.focus()
    setUp('load', '<h1 tabindex="-1">Found</h1>')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Found'))
  })

  it('mounts on a choice in a select and replays the choice', async () => {
    const select = '<select id="s"><option value="a">A</option><option value="b">B</option></select>'
    place(select)
    const { preload } = setUp('interaction', `<p>${select}</p>`)
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

  it('gives links that stand in for a button its role, and mounts on the space key', async () => {
    place('<a href="#options" data-replay="open">Open</a><a href="/faq">FAQ</a>')
    setUp('interaction', '<button data-replay="open">Open</button>')
    const [fallback, link] = island.querySelectorAll('a')
    expect([fallback, link].map((a) => a?.getAttribute('role'))).toEqual(['button', null])
    fallback?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(clicks).toEqual(['Open']))
  })

  it('waits for a click if its condition does not hold', async () => {
    place('<button>Add</button>')
    const checked: HTMLElement[] = []
    const refuse = (element: HTMLElement) => {
      checked.push(element)
      return Promise.resolve(false)
    }
    setUp('load', undefined, refuse)
    await vi.waitFor(() => expect(checked).toEqual([island]))
    await Promise.resolve()
    expect(mounts).toBe(0)
    island.querySelector('button')?.click()
    await vi.waitFor(() => expect(clicks).toEqual(['Add']))
  })

  it('mounts on load if its condition holds, but not if checking the condition fails', async () => {
    place('<button>Add</button>')
    setUp('load', undefined, () => Promise.reject(new Error('no answer')))
    setUp('load', undefined, () => Promise.resolve(true))
    await vi.waitFor(() => expect(mounts).toBe(1))
  })

  it('marks the clicked control as busy until it is mounted', async () => {
    place('<button>Add</button>')
    setUp('interaction')
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
    setUp('visible')
    expect(mounts).toBe(0)
    const entry = { isIntersecting: true } as IntersectionObserverEntry
    for (const callback of watched) callback([entry], {} as IntersectionObserver)
    expect(mounts).toBe(1)
    vi.unstubAllGlobals()
  })

  it('does not mount after the visitor leaves its page', async () => {
    place('<button>Add</button>')
    setUp('load', undefined, () => Promise.resolve(true)).stop()
    await new Promise((resolve) => setTimeout(resolve))
    expect(mounts).toBe(0)
  })
})
