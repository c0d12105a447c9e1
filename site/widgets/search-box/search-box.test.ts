// @vitest-environment happy-dom
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call, type Handler } from '../../features/http/api.fixture'
import { catchLinks } from '../../lib/navigation/links.fixture'
import { dot } from '../../lib/i18n/format'
import { chooseCurrency } from '../../lib/money/currency'
import { currencyEvent } from '../../lib/money/currency-event'
import type { Image } from '../../lib/payload.gen'
import { setEnglishSite } from '../../lib/shell.fixture'
import { startSearchBox } from './search-box'

const followed = catchLinks()
const image: Image = { src: '/media/dunes.webp', width: 1600, height: 1067, alt: 'Dunes' }
const place = (slug: string, title: string, count = 2) => ({ slug, title, image, count })
const dunes = {
  ...{ slug: 'dunes', title: 'Sunset dunes', image, status: 'AVAILABLE', duration: { minutes: 360 } },
  ...{ city: { id: 'dubai', name: 'Dubai' }, category: { id: 'desert', name: 'Desert' } },
}
const nothing = { cities: [], categories: [], products: [], popular: [] as string[] }
const suggestions = '/search/suggestions'

let calls: Call[]
const field = () => document.querySelector('input') as HTMLInputElement
const panel = () => document.querySelector('.search-panel') as HTMLElement
const names = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const announced = () => document.querySelector('[role="status"]')?.textContent
const isOpen = () => vi.waitFor(() => expect(field().ariaExpanded).toBe('true'))
let test = 0

/** Answers requests for a text with `answer`, and those for the empty field with `offer`. */
function start(answer: Handler, offer = nothing): void {
  let before = 0
  calls = []
  fakeApi({
    [`GET ${suggestions}`]: (call) => {
      if (!call.query.q) return { body: offer }
      calls.push(call)
      return answer(call, before++)
    },
  })
  setEnglishSite()
  startSearchBox(field())
}

beforeEach(() => {
  document.body.innerHTML =
    '<form action="/search" data-search><input id="search" name="q"><button>Search</button></form>'
  test++
})
afterEach(() => vi.unstubAllGlobals())

/** A text that no other test has requested, since answers are cached. */
const text = (letters: string) => `${letters}${test}`

/** Enters texts one after another without a pause. */
function typeAtOnce(...texts: string[]): void {
  for (const value of texts) {
    field().value = value
    field().dispatchEvent(new Event('input', { bubbles: true }))
  }
}

describe('the search field', () => {
  it('groups suggestions by kind, with a fact of each, and announces their number', async () => {
    start(() => ({
      body: {
        cities: [place('dubai', 'Dubai', 9)],
        categories: [],
        products: [dunes, { ...dunes, status: 'SOLD_OUT' }],
      },
    }))
    typeAtOnce(text('du').slice(0, 1), text('du'))
    await isOpen()
    const all = `See all results for “\u2068${text('du')}\u2069”`
    expect(names()).toEqual([
      'Dubai9 experiences',
      `Sunset dunesDubai${dot}6 hours`,
      `Sunset dunesDubai${dot}Sold out`,
      all,
    ])
    expect([...panel().querySelectorAll('[role="group"]')].map((group) => group.firstChild?.textContent)).toEqual([
      'Destinations',
      'Experiences',
    ])
    expect(announced()).toBe('3 suggestions')
    expect(callsTo(calls, `GET ${suggestions}`), 'one request for letters typed in a row').toHaveLength(1)
    expect(calls[0]?.query).toEqual({ q: text('du'), limit: '4' })
  })

  it('moves through suggestions with the arrow keys and opens one with Enter', async () => {
    start(() => ({ body: { ...nothing, categories: [place('desert', 'Desert')], products: [dunes] } }))
    await userEvent.type(field(), text('d'))
    await isOpen()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toContain('Sunset dunes')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(active(), 'the field itself').toBeUndefined()
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toContain('all results')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(followed).toEqual(['/desert'])
    expect(panel().hidden).toBe(true)
    expect(field().value).toBe(text('d'))
  })

  it('ignores a late answer to an earlier text', async () => {
    const waiting: (() => void)[] = []
    start(async ({ query }, before) => {
      if (before === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return { body: { ...nothing, cities: [place('x', `Answer to ${query.q}`)] } }
    })
    await userEvent.type(field(), text('a'))
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await userEvent.type(field(), 'b')
    await vi.waitFor(() => expect(names()[0]).toContain(`Answer to ${text('a')}b`))
    waiting[0]?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(names()[0]).toContain(`Answer to ${text('a')}b`)
  })

  it('shows an earlier answer again without a request', async () => {
    start(({ query }) => ({ body: { ...nothing, cities: [place('x', `Answer to ${query.q}`)] } }))
    await userEvent.type(field(), text('a'))
    await isOpen()
    await userEvent.type(field(), 'b')
    await vi.waitFor(() => expect(names()[0]).toContain(`${text('a')}b`))
    await userEvent.keyboard('{Backspace}')
    expect(names()[0]).toBe(`Answer to ${text('a')}2 experiences`)
    expect(calls).toHaveLength(2)
  })

  it('says that there are no matches, and still links to the full search', async () => {
    start(() => ({ body: nothing }))
    await userEvent.type(field(), text('henna'))
    await isOpen()
    expect(names()).toHaveLength(1)
    expect(panel().textContent).toContain('No matches')
    expect(announced()).toBe('No matches')
  })

  it('shows that it is searching while an answer takes long', async () => {
    let answer = () => {}
    start(async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { body: nothing }
    })
    await userEvent.type(field(), text('slow'))
    await isOpen()
    expect(panel().textContent).toBe('Looking…')
    expect(field().form?.ariaBusy).toBe('true')
    answer()
    await vi.waitFor(() => expect(panel().textContent).not.toContain('Looking'))
    expect(field().form?.ariaBusy).toBeNull()
  })

  it.each([problem('unavailable', 503), 'unreachable' as const])(
    'submits its form as a plain field if the server has no answer: %j',
    async (answer) => {
      start(() => answer)
      await userEvent.type(field(), text('fails'))
      await vi.waitFor(() => expect(calls).toHaveLength(1))
      await vi.waitFor(() => expect(field().form?.ariaBusy).toBeNull())
      expect(field().ariaExpanded).toBe('false')
      expect(panel().hidden).toBe(true)
      const submitted = vi.fn((event: Event) => event.preventDefault())
      field().form?.addEventListener('submit', submitted)
      await userEvent.keyboard('{Enter}')
      expect(submitted).toHaveBeenCalledOnce()
    },
  )

  it('closes on Escape, which keeps the typed text, and when the focus leaves it', async () => {
    start(() => ({ body: { ...nothing, cities: [place('dubai', 'Dubai')] } }))
    await userEvent.type(field(), text('d'))
    await isOpen()
    await userEvent.keyboard('{ArrowDown}{Escape}')
    expect([field().ariaExpanded, field().value, active()]).toEqual(['false', text('d'), undefined])
    await userEvent.keyboard('{ArrowDown}')
    await isOpen()
    await userEvent.tab()
    expect(field().ariaExpanded).toBe('false')
    await userEvent.click(field())
    await isOpen()
  })

  it('offers popular searches and places while it is empty', async () => {
    const offer = { ...nothing, cities: [place('dubai', 'Dubai')] as never[], popular: ['desert safari'] }
    start(() => ({ body: { ...nothing, cities: [place('doha', 'Doha')] } }), offer)
    await userEvent.click(field())
    await isOpen()
    const offered = ['desert safari', 'Dubai2 experiences']
    expect(names()).toEqual(offered)
    expect([...panel().querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/search/desert%20safari',
      '/things-to-do-in-dubai',
    ])
    await userEvent.type(field(), text('do'))
    await vi.waitFor(() => expect(names()[0]).toContain('Doha'))
    await userEvent.clear(field())
    await vi.waitFor(() => expect(names()).toEqual(offered))
  })

  it('shows the price of an experience', async () => {
    const price = { amount: 39500, currency: 'AED', exponent: 2, per: 'PERSON' }
    start(() => ({ body: { ...nothing, products: [{ ...dunes, price }] } }))
    await userEvent.type(field(), text('du'))
    await isOpen()
    await vi.waitFor(() => expect(names()[0]?.replace(/\s/g, ' ')).toContain('from AED 395'))
  })

  it('shows the price of an earlier answer in the currency chosen since', async () => {
    const price = { amount: 39500, currency: 'AED', exponent: 2, per: 'PERSON' }
    start(() => ({ body: { ...nothing, products: [{ ...dunes, price }] } }))
    await userEvent.type(field(), text('du'))
    await vi.waitFor(() => expect(names()[0]?.replace(/\s/g, ' ')).toContain('from AED 395'))
    chooseCurrency('EUR')
    document.dispatchEvent(new Event(currencyEvent))
    await userEvent.clear(field())
    await userEvent.type(field(), text('du'))
    await vi.waitFor(() => expect(names()[0]).toContain('€92.86'))
    chooseCurrency('AED')
  })

  it('fills the screen of a phone if it was tapped while loading, not if Tab moved the focus to it', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    fakeApi({ [`GET ${suggestions}`]: () => ({ body: nothing }) })
    setEnglishSite()
    field().focus()
    startSearchBox(field(), false)
    expect(document.querySelector('dialog')).toBeNull()
    expect(document.activeElement).toBe(field())

    document.body.innerHTML = '<form action="/search" data-search><input id="search" name="q"></form>'
    field().focus()
    startSearchBox(field(), true)
    expect(document.querySelector('dialog')?.open).toBe(true)
  })

  it('fills the screen of a phone, and keeps the text typed there after it closes', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    start(() => ({ body: { ...nothing, cities: [place('dubai', 'Dubai')] } }))
    await userEvent.click(field())
    const screen = await vi.waitFor(() => {
      const dialog = document.querySelector('dialog')
      expect(dialog?.open).toBe(true)
      return dialog as HTMLDialogElement
    })
    const copy = screen.querySelector<HTMLInputElement>('input[name="q"]') as HTMLInputElement
    expect(document.activeElement).toBe(copy)
    expect(copy.getAttribute('role')).toBe('combobox')
    expect(window.history.state).toMatchObject({ layer: 1 })
    await userEvent.type(copy, text('du'))
    await vi.waitFor(() => expect(screen.textContent).toContain('Dubai'))
    screen.querySelector<HTMLElement>('.search-close')?.click()
    await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull())
    expect(field().value).toBe(text('du'))
  })

  it('follows a clicked suggestion and sends no further request', async () => {
    start(() => ({ body: { ...nothing, products: [dunes] } }))
    await userEvent.type(field(), text('d'))
    await vi.waitFor(() => expect(names()[0]).toContain('Sunset dunes'))
    typeAtOnce(text('dx'))
    panel().querySelector('a')?.click()
    expect(followed).toEqual(['/things-to-do-in-dubai/dunes'])
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(calls).toHaveLength(1)
    expect(panel().hidden).toBe(true)
  })
})
