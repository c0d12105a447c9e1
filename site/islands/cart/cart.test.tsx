// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call } from '../../features/http/api.fixture'
import { transferOf, cartOf, itemOf } from '../../features/order/booking.fixture'
import { cart as store, type Cart } from '../../features/cart/cart'
import { catchLinks } from '../../lib/navigation/links.fixture'
import { arabicShell, shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { CartIsland } from './cart'
import { pendingEdits } from '../../features/cart/pending-edits'

const gone = itemOf({ id: 'i2', available: false, status: 'SOLD_OUT', vacancies: 0 })
const dearer = itemOf({ id: 'i3', priceChanged: true, quoted: 70000 })

const followed = catchLinks()
let calls: Call[]

/** Shows a cart; the API answers with `now`, which an answer may change. */
async function show(first: Cart, answer?: (call: Call) => ReturnType<typeof problem> | Cart | undefined) {
  let now = first
  calls = fakeApi((call) => {
    const given = answer?.(call)
    if (given && typeof given === 'object' && 'items' in given) now = given
    else if (given) return given
    return { body: now }
  })
  render(<CartIsland />)
  if (first.items.length > 0) await screen.findByRole('heading', { name: 'Order summary' })
}

const changes = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

beforeEach(() => {
  // Only the messages that the document of the page has.
  setSite(shell, islandMessages('en', ['cart']))
  sessionStorage.clear()
  store.set(undefined)
  pendingEdits.set({})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the outcome of the cart check', () => {
  it.each<[Cart['outcome'], Cart['items'], string, string?]>([
    ['all_available', [itemOf()], 'Everything is available. Review your cart and proceed.', 'Total payable'],
    ['some_unavailable', [itemOf(), gone], 'Some activities are not available anymore. Please review your cart'],
    ['prices_changed', [dearer], 'Some prices have changed. Please review your cart and proceed.'],
    ['unavailable_and_prices_changed', [dearer, gone], 'and some prices have changed. Please review your cart'],
  ])('%s is shown with the total', async (outcome, items, words, label = 'New total payable') => {
    await show(cartOf(items, { outcome }))
    const notice = screen.getByText(words, { exact: false }).closest('.outcome') as HTMLElement
    expect(notice.textContent?.replace(/\u00a0/g, ' ')).toContain(`${label}: AED 790`)
    // In the sums, and beside the button that stays in sight on a phone.
    const labels = within(screen.getByRole('region', { name: 'Order summary' })).getAllByText(/otal payable$/)
    expect(labels.map(({ textContent }) => textContent)).toEqual([label, label])
    expect(screen.getByRole('button', { name: 'Proceed to checkout' })).toBeDefined()
  })

  it('none_available offers only other activities', async () => {
    await show(cartOf([gone], { outcome: 'none_available', original: 0, discount: 0, total: 0 }))
    expect(screen.getByText('Activities are not available anymore!')).toBeDefined()
    const summary = screen.getByRole('region', { name: 'Order summary' })
    expect(summary.textContent?.replace(/\u00a0/g, ' ')).toContain('New total payableAED 0')
    expect(screen.queryByRole('button', { name: 'Proceed to checkout' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Find something to do' })).toBeDefined()
  })

  it('is shown in Arabic on the Arabic site', async () => {
    setSite(arabicShell, islandMessages('ar', ['cart']))
    calls = fakeApi(() => ({ body: cartOf([gone], { outcome: 'none_available' }) }))
    render(<CartIsland />)
    expect(await screen.findByText('لم تعد الأنشطة متاحة!')).toBeDefined()
  })

  it('removes all unavailable items at once', async () => {
    await show(cartOf([itemOf(), gone], { outcome: 'some_unavailable' }), ({ path }) =>
      path === '/cart/check' ? cartOf() : undefined,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove what is not available' }))
    expect(calls.at(-1)?.body).toEqual({ dropUnavailable: true })
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  })
})

describe('a cart item', () => {
  it('shows date, time, time zone and travellers, and a link to change date or time', async () => {
    await show(cartOf())
    const item = within(screen.getByRole('heading', { level: 3 }).closest('li') as HTMLElement)
    for (const words of ['Saturday 5 December 2026', '15:00', 'local time in Dubai', '2 × Adult']) {
      expect(item.getAllByText(words)[0]).toBeDefined()
    }
    expect(item.getByRole('link', { name: 'Change date or time' }).getAttribute('href')).toBe(
      '/things-to-do-in-dubai/sunset-dunes?item=i1',
    )
  })

  it('names its option unless the product has the same title', async () => {
    const item = itemOf()
    const { product } = item
    await show(cartOf([item, itemOf({ id: 'i2', option: { id: 'only', title: product.title } })]))
    const titles = screen.getAllByRole('heading', { level: 3 }).map(({ parentElement }) => parentElement?.textContent)
    expect(titles).toEqual([product.title + item.option.title, product.title])
  })

  it('shows its price line by line when the visitor opens the price details', async () => {
    await show(cartOf())
    const fold = screen.getByText('Price details').closest('details') as HTMLDetailsElement
    expect(fold.open).toBe(false)
    await userEvent.click(screen.getByText('Price details'))
    expect(fold.open).toBe(true)
    expect(await screen.findByText('AED 450')).toBeDefined()
    expect(screen.getByText(/per person/)).toBeDefined()
    expect(screen.getByText('Discount', { selector: '.fold span' })).toBeDefined()
  })

  it('shows the old and the new price after a change', async () => {
    await show(cartOf([dearer], { outcome: 'prices_changed' }))
    const flag = screen.getByText('The price has changed', { exact: false })
    expect(flag.textContent?.replace(/\u00a0/g, ' ')).toBe('The price has changed from AED 700 to AED 790.')
  })

  it('shows the pickup, a note that it is chosen at checkout, or the meeting point', async () => {
    const point = { id: 'marina', title: 'Hotels in the Marina', time: '14:30', asksAddress: true }
    const transfer = transferOf({ points: [point], missing: ['point'] })
    const meeting = { title: 'Gate 4', address: 'Al Marmoom', latitude: 25, longitude: 55 }
    await show(
      cartOf([
        itemOf({ pickup: transfer, meeting }),
        itemOf({ id: 'i2', pickup: { ...transfer, point: 'marina', address: 'Rove', missing: [] }, meeting }),
        itemOf({ id: 'i3', meeting }),
      ]),
    )
    const places = screen.getAllByText(/^(Pickup|Meeting point)$/).map((label) => label.parentElement?.textContent)
    expect(places).toEqual([
      'PickupYou choose at checkout',
      'Pickup14:30Hotels in the MarinaRove',
      'Meeting pointGate 4Al MarmoomOpen in a map',
    ])
  })

  it('changes its number of travellers in place, up to its limit', async () => {
    await show(cartOf(), ({ method }) =>
      method === 'PUT'
        ? cartOf([itemOf({ units: [{ ...itemOf().units[0]!, quantity: 3 }], travellers: 3 })])
        : undefined,
    )
    await userEvent.click(screen.getByText('Change travellers or extras'))
    await userEvent.click(await screen.findByRole('button', { name: 'One more: Adult' }))
    await vi.waitFor(() => expect(changes()).toEqual(['PUT /cart/items/i1']))
    expect(calls.at(-1)?.body).toMatchObject({ units: [{ id: 'adult', quantity: 3 }] })
    const more = await screen.findByRole('button', { name: 'One more: Adult' })
    await vi.waitFor(() => expect(more.getAttribute('aria-disabled')).toBe('true'))
    expect(screen.getByText('Up to 3 travellers')).toBeDefined()
  })

  it('changes its number of nights in place, within its limits', async () => {
    const stay = itemOf({ length: 2, lengthBy: 'NIGHT', limits: { maxTravellers: 3, minLength: 2, maxLength: 3 } })
    await show(cartOf([stay]), ({ method }) => (method === 'PUT' ? cartOf([{ ...stay, length: 3 }]) : undefined))
    const one = (more: 'more' | 'less') => screen.getByRole('button', { name: `One ${more}: How many nights` })
    expect(one('less').getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(one('more'))
    await vi.waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ length: 3 }))
    expect(await screen.findByText('At most 3')).toBeDefined()
  })

  it('has no stepper for a fixed number of nights', async () => {
    await show(
      cartOf([itemOf({ length: 2, lengthBy: 'NIGHT', limits: { maxTravellers: 3, minLength: 2, maxLength: 2 } })]),
    )
    expect(screen.queryByText('How many nights')).toBeNull()
  })

  it('shows the opening hours if it has no start time', async () => {
    await show(cartOf([itemOf({ startTime: undefined, openingHours: [{ from: '09:00', to: '16:00' }] })]))
    expect(screen.getByText('any time, 09:00 to 16:00')).toBeDefined()
  })

  it('shows that it is not available, and no controls, if its product is no longer sold', async () => {
    const product = { slug: 'gone', title: 'Gone tomorrow', path: '' }
    const none = { lines: [], original: 0, discount: 0, total: 0 }
    const left = { units: [], travellers: 0, extras: [], price: none, timeZone: '', cancellation: undefined }
    await show(
      cartOf([itemOf({ ...left, startTime: undefined, product, available: false })], { outcome: 'none_available' }),
    )
    expect(screen.getByText('Not available anymore')).toBeDefined()
    for (const words of ['Change travellers', 'Price details', 'Travellers']) {
      expect(screen.queryByText(words)).toBeNull()
    }
  })

  it('shows why a change failed', async () => {
    await show(cartOf(), ({ method }) => (method === 'PUT' ? problem('sold_out') : undefined))
    await userEvent.click(screen.getByText('Change travellers or extras'))
    await userEvent.click(await screen.findByRole('button', { name: 'One more: Adult' }))
    expect(await screen.findByText(/These seats have just been sold/)).toBeDefined()
  })

  it('is put back by the undo button after its removal', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await show(cartOf(), ({ method }) => (method === 'DELETE' ? cartOf([]) : method === 'POST' ? cartOf() : undefined))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Sunset dunes' }))
    expect(await screen.findByText('Removed: Sunset dunes')).toBeDefined()
    expect(screen.getByText('Your cart is empty')).toBeDefined()
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(document.activeElement).toBe(undo)
    expect(scrolled.mock.contexts).toContain(undo.closest('li'))
    await userEvent.click(undo)
    await screen.findByRole('heading', { name: 'Order summary' })
    expect(changes()).toEqual(['DELETE /cart/items/i1', 'POST /cart/items'])
    expect(screen.queryByText('Removed: Sunset dunes')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Sunset dunes' }))
  })

  it('says why it cannot be put back if it has closed since its removal', async () => {
    const closed = problem('invalid', 400, [{ name: 'date', code: 'closed' }])
    await show(cartOf(), ({ method }) => (method === 'DELETE' ? cartOf([]) : method === 'POST' ? closed : undefined))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Sunset dunes' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('This can no longer be booked.')).toBeDefined()
  })
})

describe('a promo code', () => {
  const type = async (code: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'I have a promo code' }))
    await userEvent.type(await screen.findByLabelText('Promo code'), `${code}{Enter}`)
  }

  it.each([
    ['promo_unknown', 'This promo code isn’t valid.'],
    ['promo_not_started', 'not valid yet'],
    ['promo_expired', 'has expired'],
    ['promo_minimum', 'below the minimum'],
    ['promo_used_up', 'reached its limit'],
    ['promo_not_applicable', 'does not apply'],
  ])('shows the reason of a rejection beside the field and keeps the text: %s', async (code, words) => {
    await show(cartOf(), ({ method }) => (method === 'PUT' ? problem(code) : undefined))
    await type('DUNES10')
    const field = screen.getByLabelText('Promo code') as HTMLInputElement
    const error = await screen.findByText(words, { exact: false })
    expect(field.getAttribute('aria-describedby')).toBe(error.id)
    expect(field.value).toBe('DUNES10')
    expect(document.activeElement).toBe(field)
  })

  it('is listed with a button to remove it after it was applied', async () => {
    const reduced = cartOf(undefined, {
      promoCode: { code: 'DUNES10', discount: 7900 },
      promoDiscount: 7900,
      discount: 18900,
      total: 71100,
    })
    await show(cartOf(), ({ method }) => (method === 'PUT' ? reduced : method === 'DELETE' ? cartOf() : undefined))
    await type('dunes10')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove promo code DUNES10' }))
    expect(await screen.findByRole('button', { name: 'I have a promo code' })).toBeDefined()
    expect(changes()).toEqual(['PUT /cart/promo-code', 'DELETE /cart/promo-code'])
  })

  it('shows why it no longer applies', async () => {
    await show(cartOf(undefined, { promoCode: { code: 'DUNES10', discount: 0, problem: 'promo_expired' } }))
    expect(screen.getByText(/has expired/)).toBeDefined()
  })
})

describe('proceeding to the checkout', () => {
  const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Proceed to checkout' }))

  it('opens the checkout', async () => {
    await show(cartOf())
    await proceed()
    await vi.waitFor(() => expect(followed).toEqual(['/checkout']))
    expect(changes()).toEqual(['POST /cart/check'])
  })

  it('requires the phone number and e-mail address of a named guest, and saves them', async () => {
    await show(cartOf())
    await userEvent.type(screen.getByLabelText(/^Name/), 'Sami')
    await proceed()
    expect(screen.getAllByText('This field is required')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Phone/))
    await userEvent.type(screen.getByLabelText(/^Phone/), '+971 50 123 4567')
    await userEvent.type(screen.getByLabelText(/^E-mail/), 'sami@example.com')
    await proceed()
    await vi.waitFor(() => expect(followed).toEqual(['/checkout']))
    expect(changes()).toEqual(['PUT /cart/guest', 'POST /cart/check'])
  })

  it('saves a note for the guide without a guest', async () => {
    await show(cartOf())
    await userEvent.type(screen.getByLabelText(/^Anything the guide should know/), 'No nuts')
    await proceed()
    await vi.waitFor(() => expect(followed).toEqual(['/checkout']))
    const [sent] = callsTo(calls, 'PUT /cart/guest')
    expect(sent?.body).toEqual({ name: '', phone: '', email: '', info: 'No nuts' })
  })

  it('removes the guest if the visitor clears the details', async () => {
    await show(cartOf(undefined, { guest: { name: 'Sami', phone: '+971501234567', email: 'sami@example.com' } }))
    for (const label of [/^Name/, /^Phone/, /^E-mail/]) await userEvent.clear(screen.getByLabelText(label))
    await proceed()
    await vi.waitFor(() => expect(followed).toEqual(['/checkout']))
    expect(callsTo(calls, 'PUT /cart/guest')[0]?.body).toEqual({ name: '', phone: '', email: '' })
  })

  it('stays on the page and keeps the typed note after too many tries', async () => {
    await show(cartOf(), ({ path }) => (path === '/cart/guest' ? problem('too_many_tries', 429) : undefined))
    await userEvent.type(screen.getByLabelText(/^Anything the guide should know/), 'No nuts')
    await proceed()
    expect(await screen.findByText('Too many tries. You can try again in 1 minute.')).toBeDefined()
    expect((screen.getByLabelText(/^Anything the guide should know/) as HTMLTextAreaElement).value).toBe('No nuts')
    expect(followed).toEqual([])
  })

  it("stays on the page and focuses the guest's field that the server rejects", async () => {
    await show(cartOf(), ({ path }) =>
      path === '/cart/guest' ? problem('invalid', 422, [{ name: 'guest.email', code: 'format' }]) : undefined,
    )
    await userEvent.type(screen.getByLabelText(/^Name/), 'Sami')
    await userEvent.type(screen.getByLabelText(/^Phone/), '+971501234567')
    await userEvent.type(screen.getByLabelText(/^E-mail/), 'sami@example.invalid')
    await proceed()
    expect(await screen.findByText('This format is not correct.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText(/^E-mail/))
    expect(followed).toEqual([])
  })

  it('stays on the page and shows that prices have changed', async () => {
    await show(cartOf(), ({ path }) =>
      path === '/cart/check' ? cartOf([dearer], { total: 80000, outcome: 'prices_changed' }) : undefined,
    )
    await proceed()
    expect(await screen.findByText(/Some prices have changed/)).toBeDefined()
    expect(followed).toEqual([])
  })

  it('stays on the page and shows a network error', async () => {
    await show(cartOf(), ({ path }) => (path === '/cart/check' ? 'unreachable' : undefined))
    await proceed()
    expect(await screen.findByText(/We could not reach the server/)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Proceed to checkout' }))
    expect(followed).toEqual([])
  })
})

describe('the cart page', () => {
  it('links to the experiences if the cart is empty', async () => {
    await show(cartOf([]))
    expect(await screen.findByText('Your cart is empty')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Find something to do' }).getAttribute('href')).toBe('/things-to-do')
  })

  it('shows the problem and a retry button if the cart cannot be fetched', async () => {
    let broken = true
    calls = fakeApi(() => (broken ? problem('unavailable', 503) : { body: cartOf() }))
    render(<CartIsland />)
    expect(await screen.findByText(/We cannot answer just now/)).toBeDefined()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Sunset dunes', { selector: 'h3 a' })).toBeDefined()
  })
})

describe('an unavailable item', () => {
  it.each([
    ['/things-to-do-in-dubai/sunset-dunes', '/things-to-do-in-dubai'],
    ['/experiences/sunset-dunes', '/experiences'],
    ['', '/unavailable'],
  ])('links from %s to similar activities', async (path, listing) => {
    const item = itemOf({ available: false, status: 'SOLD_OUT' })
    await show(cartOf([{ ...item, product: { ...item.product, path } }]))
    expect(screen.getByRole('link', { name: 'Explore similar activities' }).getAttribute('href')).toBe(listing)
  })

  it('links to similar activities, unlike an available item', async () => {
    await show(cartOf([itemOf()]))
    expect(screen.queryByRole('link', { name: 'Explore similar activities' })).toBeNull()
  })
})
