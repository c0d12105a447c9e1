// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BuildState } from './live-build'
import type { Payload } from '../payload'
import { onLinks } from './link-events'
import { popEvent } from './pop-event'
import { Router } from './router'
import { shell } from '../shell.fixture'

const [english] = shell.locales as [(typeof shell.locales)[0]]
const root = 'https://www.wayfare.example'

let pages: Record<string, Partial<Payload>>
let requests: string[]
let shown: (string | undefined)[]
let left: string[]
let redirects: Record<string, string>
let state: BuildState
let listeners: AbortController

const happy = window as unknown as { happyDOM: { setURL(url: string): void } }

/** A router on a page at `path`, whose document listeners end with the test. */
function start(path = '/'): void {
  happy.happyDOM.setURL(root + path)
  document.body.innerHTML = '<main id="page"><a id="link" href="">x</a></main>'
  const host = {
    locale: english,
    locales: shell.locales,
    supplier: false,
    build: { current: () => state, check: () => Promise.resolve(state) },
    prepare: (payload: Payload | Error) =>
      Promise.resolve(() => shown.push(payload instanceof Error ? payload.message : payload.path)),
    lookUpRedirect: (missing: string) => {
      requests.push(`redirect ${missing}`)
      return Promise.resolve(redirects[missing] ?? null)
    },
  }
  const router = new Router(host, root + path)
  onLinks(english, shell.locales, {
    follow: (url) => void router.follow(url),
    prefetch: (url) => void router.prefetch(url),
    pop: () => router.pop(),
  })
}

function click(href: string, init: MouseEventInit = {}): MouseEvent {
  const link = document.getElementById('link') as HTMLAnchorElement
  link.href = href.startsWith('/') ? root + href : href
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...init })
  link.dispatchEvent(event)
  return event
}

beforeEach(() => {
  pages = { '/': { path: '/' }, '/blog': { path: '/blog' }, '/faq': { path: '/faq' }, '/search': { path: '/search' } }
  ;[requests, shown, left, redirects] = [[], [], [], {}]
  state = { id: 'b1', stale: false }
  listeners = new AbortController()
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) =>
      add(type, listener as EventListener, { ...(options as object), signal: listeners.signal }),
    )
  }
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(address)
    const page = pages[address.replace(/\/_payload\.json\?.*/, '') || '/']
    return Promise.resolve(
      page ? Response.json(page) : new Response('', { status: address.includes('broken') ? 500 : 404 }),
    )
  })
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void left.push(String(url)))
  vi.spyOn(window.location, 'reload').mockImplementation(() => void left.push('reload'))
})

afterEach(() => {
  listeners.abort()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a click on a link', () => {
  it("shows the page from its payload, fetched by the build's id, and changes the address", async () => {
    start()
    expect(click('/blog').defaultPrevented).toBe(true)
    await vi.waitFor(() => expect(shown).toEqual(['/blog']))
    expect(requests).toEqual(['/blog/_payload.json?b1'])
    expect(window.location.pathname).toBe('/blog')
    expect(left).toEqual([])
  })

  it('is left to the browser if it has a modifier key or was handled already', () => {
    start()
    document.getElementById('page')?.addEventListener('click', (event) => event.preventDefault(), { once: true })
    click('/blog')
    for (const init of [{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { button: 1 }]) {
      expect(click('/blog', init).defaultPrevented).toBe(false)
    }
    expect(requests).toEqual([])
  })

  it('is left to the browser for other sites and other languages', () => {
    start()
    expect(click('https://elsewhere.example/').defaultPrevented).toBe(false)
    expect(click('/ar/blog').defaultPrevented).toBe(false)
  })

  it('follows redirects of the build before it sends a request', async () => {
    state.manifest = { redirects: [{ from: '/help', to: '/faq', status: 301 }], redirectHosts: [] } as never
    start()
    click('/help')
    await vi.waitFor(() => expect(shown).toEqual(['/faq']))
    expect(requests).toEqual(['/faq/_payload.json?b1'])
    expect(window.location.pathname).toBe('/faq')
  })

  it('shows the search page for every search path', async () => {
    start()
    click('/search/camel%20ride')
    await vi.waitFor(() => expect(shown).toEqual(['/search']))
    expect(window.location.pathname).toBe('/search/camel%20ride')
  })

  it('shows a not-found error with the path if the address is invalid', async () => {
    start()
    click('/search/%20')
    await vi.waitFor(() => expect(shown).toEqual(['Page Not Found: /search/%20']))
  })

  it('loads the whole document when a newer build is live', async () => {
    state = { id: 'b2', stale: true }
    start()
    click('/blog')
    await vi.waitFor(() => expect(left).toEqual([`${root}/blog`]))
    expect(shown).toEqual([])
  })

  it('loads the whole document if the payload cannot be fetched', async () => {
    start()
    click('/broken')
    await vi.waitFor(() => expect(left).toEqual([`${root}/broken`]))
  })

  it('shows an error if the payload cannot be fetched and the browser is offline', async () => {
    vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false)
    start()
    click('/broken')
    await vi.waitFor(() => expect(shown).toEqual(['']))
    expect(window.location.pathname).toBe('/broken')
    expect(left).toEqual([])
  })

  it('shows only the second page if another link is clicked', async () => {
    start()
    click('/blog')
    click('/faq')
    await vi.waitFor(() => expect(shown).toEqual(['/faq']))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(shown).toEqual(['/faq'])
  })
})

describe('a path without a page', () => {
  it('is looked up on the server, and a redirect within the site is followed', async () => {
    redirects = { '/old-page': '/faq' }
    start()
    click('/old-page')
    await vi.waitFor(() => expect(shown).toEqual(['/faq']))
    expect(requests).toContain('redirect /old-page')
  })

  it('redirects to another site only if its host is allowed', async () => {
    state.manifest = { redirects: [], redirectHosts: ['press.wayfare.example'] } as never
    redirects = { '/press': 'https://press.wayfare.example/kit', '/bad': 'https://evil.example/' }
    start()
    click('/press')
    await vi.waitFor(() => expect(left).toEqual(['https://press.wayfare.example/kit']))
    click('/bad')
    await vi.waitFor(() => expect(left.at(-1)).toBe(`${root}/bad`))
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example'])(
    'never redirects to %s',
    async (target) => {
      redirects = { '/bad': target }
      start()
      click('/bad')
      await vi.waitFor(() => expect(left).toEqual([`${root}/bad`]))
    },
  )

  it('is loaded as a document if the server knows no redirect', async () => {
    start()
    click('/nowhere')
    await vi.waitFor(() => expect(left).toEqual([`${root}/nowhere`]))
  })

  it('does not follow circular redirects endlessly', async () => {
    redirects = { '/one': '/two', '/two': '/one' }
    start()
    click('/one')
    await vi.waitFor(() => expect(left).toHaveLength(1))
    expect(requests.filter((address) => address.startsWith('redirect')).length).toBeLessThanOrEqual(6)
  })
})

describe('back and forward', () => {
  it('show the page again and restore its scroll position', async () => {
    const scrolled: unknown[] = []
    vi.spyOn(window, 'scrollTo').mockImplementation((options: unknown) => void scrolled.push(options))
    start()
    click('/blog')
    await vi.waitFor(() => expect(shown).toEqual(['/blog']))
    expect(scrolled).toEqual([{ left: 0, top: 0, behavior: 'instant' }])
    happy.happyDOM.setURL(`${root}/`)
    window.history.replaceState({ scroll: [0, 640] }, '')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await vi.waitFor(() => expect(shown).toEqual(['/blog', '/']))
    expect(scrolled.at(-1)).toEqual({ left: 0, top: 640, behavior: 'instant' })
  })

  it('drop a page that is still loading if they return to the shown page', async () => {
    start('/blog')
    happy.happyDOM.setURL(`${root}/faq`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    happy.happyDOM.setURL(`${root}/blog`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(shown).toEqual([])
  })

  it('load no page if a part of the page handles the event', async () => {
    const claim = (event: Event) => event.preventDefault()
    document.addEventListener(popEvent, claim)
    start('/blog')
    happy.happyDOM.setURL(`${root}/faq`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    document.removeEventListener(popEvent, claim)
    expect(shown).toEqual([])
  })

  it('leave changes of the fragment to the browser', async () => {
    start('/blog')
    happy.happyDOM.setURL(`${root}/blog#more`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(shown).toEqual([])
  })
})

describe('the search form', () => {
  const submit = (text: string) => {
    document.body.insertAdjacentHTML('beforeend', '<form action="/search" data-search><input name="q"></form>')
    const form = document.querySelector('form') as HTMLFormElement
    ;(form.elements[0] as HTMLInputElement).value = text
    const event = new Event('submit', { bubbles: true, cancelable: true })
    form.dispatchEvent(event)
    return event.defaultPrevented
  }

  it('opens the search page at the path of the query', async () => {
    start()
    expect(submit(' camel ride/sunset ')).toBe(true)
    await vi.waitFor(() => expect(shown).toEqual(['/search']))
    expect(window.location.pathname).toBe('/search/camel%20ride%2Fsunset')
  })

  it('opens the search page or, without a query, the listing of all experiences for a date', async () => {
    pages['/things-to-do'] = { path: '/things-to-do' }
    start()
    document.body.insertAdjacentHTML(
      'beforeend',
      '<form action="/search" data-search="/things-to-do"><input name="q"><input name="date" value="2026-12-05"></form>',
    )
    const form = document.querySelector('form') as HTMLFormElement
    const submitNow = () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    submitNow()
    await vi.waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/things-to-do?date=2026-12-05'),
    )
    ;(form.elements[0] as HTMLInputElement).value = 'camel'
    submitNow()
    await vi.waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/search/camel?date=2026-12-05'),
    )
  })

  it('is not handled by the router without a query', () => {
    start()
    expect(submit('  ')).toBe(false)
  })
})

it('a language link keeps the query and the sorting of a search', () => {
  start('/search/dunes?sort=price')
  const link = document.getElementById('link') as HTMLAnchorElement
  link.hreflang = 'ar'
  expect(click('/ar/search').defaultPrevented).toBe(false)
  expect(link.href).toBe(`${root}/ar/search/dunes?sort=price`)
})

describe('prefetching', () => {
  it('fetches the page of a focused link, and a click does not fetch it again', async () => {
    start()
    const link = document.getElementById('link') as HTMLAnchorElement
    link.href = `${root}/blog`
    link.dispatchEvent(new Event('focusin', { bubbles: true, composed: true }))
    await vi.waitFor(() => expect(requests).toEqual(['/blog/_payload.json?b1']))
    expect(shown).toEqual([])
    click('/blog')
    await vi.waitFor(() => expect(shown).toEqual(['/blog']))
    expect(requests).toHaveLength(1)
  })

  it('waits until the pointer rests on a link', async () => {
    start()
    const link = document.getElementById('link') as HTMLAnchorElement
    link.href = `${root}/blog`
    link.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
    document.body.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(requests).toEqual([])
    link.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
    await vi.waitFor(() => expect(requests).toEqual(['/blog/_payload.json?b1']))
  })
})
