// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem, type Call, type Handler } from '../../features/http/api.fixture'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { startNextStarts } from './next-starts'
import type { ProductStarts, Start } from './starts'

const today = '2026-11-26'
let page: HTMLElement
let calls: Call[]
let number = 0

/** A fake IntersectionObserver: every element is near the viewport unless it is inside `.far`. */
class FakeIntersectionObserver {
  constructor(private readonly report: (entries: { isIntersecting: boolean; target: Element }[]) => void) {}
  observe(target: Element) {
    queueMicrotask(() => this.report([{ isIntersecting: !target.closest('.far'), target }]))
  }
  unobserve() {}
}

const at = (date: string, startTime: string, more: Partial<Start> = {}): Start => ({
  ...{ date, startTime, startsAt: `${date}T${startTime || '10:00'}:00Z`, status: 'AVAILABLE', vacancies: 9 },
  ...more,
})
const startsOf = (product: string, starts: Start[], status: ProductStarts['status'] = 'AVAILABLE'): ProductStarts => ({
  ...{ product, timeZone: 'Asia/Dubai', today, status, starts, more: 0 },
})
/** A slug that no other test has requested, since answers are cached. */
const slug = (name = 'dunes') => `${name}-${number}`
const row = (of: string) => `<li><p class="next-starts" data-starts="${of}"><bdi>09:00</bdi></p></li>`
const place = (of: string) => page.querySelector(`[data-starts="${of}"]`) as HTMLElement
const plain = (text = '') => text.replaceAll('\u00a0', ' ')
const now = (of = slug()) => plain(place(of).querySelector('.starts-now')?.textContent)

function start(answer: Handler, ...slugs: string[]): void {
  calls = fakeApi({ 'GET /starts': answer })
  page.innerHTML = `<ul>${(slugs.length ? slugs : [slug()]).map(row).join('')}</ul>`
  startNextStarts(page)
}

/** Answers with the same starts for every product. */
const always =
  (...starts: Start[]): Handler =>
  ({ query }) => ({ body: { products: query.products?.split(',').map((name) => startsOf(name, starts)) } })

beforeEach(() => {
  number++
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  document.body.innerHTML = '<main id="page"></main>'
  page = document.querySelector('main') as HTMLElement
  setEnglishSite()
})
afterEach(() => vi.unstubAllGlobals())

describe('the line of next starts', () => {
  it.each([
    ['Today 15:30\u00a0· 18:00', [at(today, '15:30'), at(today, '18:00'), at('2026-11-27', '08:00')]],
    ['Tomorrow 08:00', [at('2026-11-27', '08:00'), at('2026-11-28', '08:00')]],
    ['Sat 28 Nov 09:00', [at('2026-11-28', '09:00')]],
    ['Tue 1 Dec 09:00', [at('2026-12-01', '09:00')]],
    ['Today 15:30 3 left · 18:00', [at(today, '15:30', { status: 'LIMITED', vacancies: 3 }), at(today, '18:00')]],
    ['Today 10:00 to 22:00', [at(today, '', { openingHours: [{ from: '10:00', to: '22:00' }] })]],
  ])('shows in one line: %s', async (words, starts) => {
    start(always(...starts))
    await vi.waitFor(() => expect(now()).toBe(plain(words)))
    expect(plain(place(slug()).textContent), 'the published text stays in the document, hidden by its style').toBe(
      plain(`09:00${words}`),
    )
    expect(place(slug()).dataset.status).toBe('AVAILABLE')
  })

  it('shows the number of further starts on the same day', async () => {
    const three = [at(today, '08:00'), at(today, '10:30'), at(today, '13:15')]
    start(() => ({ body: { products: [{ ...startsOf(slug(), three), more: 2 }] } }))
    await vi.waitFor(() => expect(now()).toBe('Today 08:00 · 10:30 · 13:15 · 2 more'))
  })

  it.each([
    ['SOLD_OUT', 'Sold out for the next 7 days'],
    ['CLOSED', 'Nothing in the next 7 days'],
  ] as const)('says that there are no starts: %s', async (status, words) => {
    start(() => ({ body: { products: [startsOf(slug(), [], status)] } }))
    await vi.waitFor(() => expect(now()).toBe(words))
    expect(place(slug()).dataset.status).toBe(status)
  })

  it('is in Arabic on the Arabic site, each part with its own text direction', async () => {
    setArabicSite()
    start(always(at('2026-11-27', '15:30', { status: 'LIMITED', vacancies: 2 })))
    await vi.waitFor(() => expect(now()).toBe('غدًا 3:30 م بقي اثنان'))
    expect(place(slug()).querySelectorAll('.starts-now bdi')).toHaveLength(2)
  })

  it('requests 24 products at most at a time, and a product in two places once', async () => {
    const slugs = Array.from({ length: 30 }, (_, n) => slug(`p${n}`))
    start(always(at(today, '15:30')), ...slugs, slugs[0]!)
    await vi.waitFor(() => expect(page.querySelectorAll('[data-status]')).toHaveLength(31))
    expect(calls.map(({ query }) => query.products?.split(',').length)).toEqual([24, 6])
  })

  it('is filled if it is added later, and a known product is not requested again', async () => {
    start(always(at(today, '15:30')))
    await vi.waitFor(() => expect(now()).toBe('Today 15:30'))
    page.innerHTML = row(slug()) + row(slug('lake'))
    await vi.waitFor(() => expect(now(slug('lake'))).toBe('Today 15:30'))
    expect(now()).toBe('Today 15:30')
    expect(calls.map(({ query }) => query.products)).toEqual([slug(), slug('lake')])
  })

  it('is updated when the visitor returns to the tab after six minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let seats = 3
    start((call, before) => always(at(today, '15:30', { status: 'LIMITED', vacancies: seats }))(call, before))
    await vi.waitFor(() => expect(now()).toContain('3 left'))
    seats = 2
    vi.setSystemTime(Date.now() + 6 * 60_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(now()).toContain('2 left'))
    vi.useRealTimers()
  })

  it('sends no request while it is far from the viewport', async () => {
    start(always(at(today, '15:30')))
    page.insertAdjacentHTML('beforeend', `<div class="far">${row(slug('far'))}</div>`)
    await vi.waitFor(() => expect(now()).toBe('Today 15:30'))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(calls.map(({ query }) => query.products)).toEqual([slug()])
  })

  it.each([problem('unavailable', 503), problem('invalid', 400), 'unreachable' as const, { body: { products: [] } }])(
    'keeps the published text without an answer from the server: %j',
    async (answer) => {
      start(() => answer)
      await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0))
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(place(slug()).outerHTML).toBe(`<p class="next-starts" data-starts="${slug()}"><bdi>09:00</bdi></p>`)
    },
  )
})
