import type { Cart, CartItem } from '../cart/cart'
import type { Booking, Order } from './order'

export function itemOf(part: Partial<CartItem> = {}): CartItem {
  return {
    id: 'i1',
    product: {
      slug: 'sunset-dunes',
      title: 'Sunset dunes',
      path: '/things-to-do-in-dubai/sunset-dunes',
      city: 'Dubai',
    },
    option: { id: 'shared', title: 'A seat in a shared car' },
    date: '2026-12-05',
    startTime: '15:00',
    startsAt: '2026-12-05T11:00:00Z',
    timeZone: 'Asia/Dubai',
    units: [
      { id: 'adult', type: 'ADULT', title: '', quantity: 2, min: 1, max: 8, paxCount: 1, minAge: 12 },
      { id: 'child', type: 'CHILD', title: '', quantity: 0, min: 0, max: 6, paxCount: 1, minAge: 5, maxAge: 11 },
    ],
    travellers: 2,
    extras: [{ id: 'quad', title: 'Quad bike', quantity: 0, max: 2 }],
    status: 'AVAILABLE',
    available: true,
    vacancies: 8,
    priceChanged: false,
    quoted: 79000,
    price: {
      lines: [
        {
          kind: 'unit',
          id: 'adult',
          title: '',
          type: 'ADULT',
          pricedBy: 'PERSON',
          quantity: 2,
          unitPrice: 39500,
          originalUnitPrice: 45000,
          amount: 79000,
        },
      ],
      original: 90000,
      discount: 11000,
      total: 79000,
    },
    limits: { maxTravellers: 3 },
    cancellation: { steps: [{ percent: 100, until: '2126-11-19T11:00:00Z', refund: 79000 }] },
    onRequest: false,
    agreed: false,
    ...part,
  }
}

/** Returns a pickup at the visitor's address, which is missing. */
export function transferOf(part: Partial<NonNullable<CartItem['pickup']>> = {}): NonNullable<CartItem['pickup']> {
  return { included: true, optional: false, asksAddress: true, points: [], missing: ['address'], ...part }
}

/** A cart of these items; its sums are theirs. */
export function cartOf(items: CartItem[] = [itemOf()], part: Partial<Cart> = {}): Cart {
  const available = items.filter((item) => item.available)
  const sum = (of: (item: CartItem) => number) => available.reduce((total, item) => total + of(item), 0)
  return {
    outcome: items.length === 0 ? 'empty' : 'all_available',
    currency: 'AED',
    exponent: 2,
    items,
    count: items.length,
    original: sum(({ price }) => price.original),
    discount: sum(({ price }) => price.discount),
    promoDiscount: 0,
    total: sum(({ price }) => price.total),
    payLater: true,
    card: true,
    holdMinutes: 10,
    ...part,
  }
}

export function bookingOf(part: Partial<Booking> = {}): Booking {
  const { product, option, date, startTime, startsAt, timeZone, travellers, price } = itemOf()
  return {
    id: 'b1',
    status: 'CONFIRMED',
    product,
    option,
    date,
    startTime,
    startsAt,
    timeZone,
    travellers,
    price,
    amount: part.price?.total ?? price.total,
    units: [{ id: 'adult', type: 'ADULT', title: '', quantity: 2 }],
    extras: [],
    cancellable: true,
    hasTicket: true,
    ...part,
  }
}

export function orderOf(part: Partial<Order> = {}, payment: Partial<Order['payment']> = {}): Order {
  const { captured = 79000 } = payment
  const { bookings = [bookingOf()] } = part
  return {
    hasInvoice: captured > 0 || bookings.some(({ status }) => status === 'CONFIRMED' || status === 'REDEEMED'),
    id: 'o1',
    reference: 'K7M3Q9XW',
    invoiceNumber: 'INV-K7M3Q9XW',
    createdAt: '2026-11-20T10:00:00Z',
    result: 'success',
    currency: 'AED',
    exponent: 2,
    original: 90000,
    discount: 11000,
    total: 79000,
    buyer: {
      firstName: 'Amal',
      lastName: 'Haddad',
      email: 'amal@example.com',
      phoneCountry: 'AE',
      phone: '501234567',
    },
    buyerPhone: '+971 50 123 4567',
    bookings,
    payment: {
      method: 'card',
      status: 'captured',
      authorised: 79000,
      captured: 79000,
      refunded: 0,
      retryable: false,
      ...payment,
    },
    ...part,
  }
}
