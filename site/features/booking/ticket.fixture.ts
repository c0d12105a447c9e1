import type { ChoiceCheck, Slot } from './availability'
import type { TicketProduct } from './ticket-product'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** A product as tickets need it: a seat in a car at two times, a car of one's own, pickup. */
export const product: TicketProduct = {
  slug: 'sunset-dunes',
  city: { id: 'dubai', name: 'Dubai' },
  timeZone: 'Asia/Dubai',
  currency: 'AED',
  currencyExponent: 2,
  duration: { minutes: 360 },
  onRequest: false,
  price: { amount: 39_500, currency: 'AED', exponent: 2, per: 'PERSON' },
  options: [
    {
      id: 'shared',
      title: 'Shared car',
      from: { amount: 39_500, currency: 'AED', exponent: 2, per: 'PERSON', of: 'PERSON' },
      capacity: 12,
      maxTravellers: 4,
      units: [
        {
          id: 'adult',
          type: 'ADULT',
          pricedBy: 'PERSON',
          of: 'PERSON',
          price: 39_500,
          paxCount: 1,
          min: 1,
          max: 8,
          ages: { min: 12 },
        },
        {
          id: 'child',
          type: 'CHILD',
          pricedBy: 'PERSON',
          of: 'PERSON',
          price: 27_500,
          paxCount: 1,
          max: 2,
          ages: { min: 5, max: 11 },
        },
      ],
      schedule: { seasons: [{ weekdays: everyDay, startTimes: ['15:00', '15:30'] }], leadMinutes: 240 },
      cancellation: [{ before: 1440, refund: 100 }],
    },
    {
      id: 'private',
      title: 'Your own car',
      capacity: 18,
      maxTravellers: 6,
      units: [
        {
          id: 'car',
          type: 'OTHER',
          title: 'One car',
          pricedBy: 'ITEM',
          of: 'VEHICLE',
          price: 185_000,
          paxCount: 6,
          max: 1,
        },
      ],
      from: { amount: 185_000, currency: 'AED', exponent: 2, per: 'ITEM', of: 'VEHICLE' },
      schedule: { seasons: [{ weekdays: [6], startTimes: ['14:30'] }] },
      cancellation: [],
    },
  ],
  extras: [{ id: 'quad-bike', title: 'Quad bike', pricingPer: 'UNIT', price: 15_000, max: 4 }],
  pickup: { included: true, addressRequired: true, points: [{ id: 'marina', name: 'Marina hotels', time: '14:20' }] },
  dropOff: { included: true, points: [{ id: 'marina', name: 'The same hotel', time: '21:15' }] },
}

export function slot(startTime: string, more: Partial<Slot> = {}): Slot {
  return {
    startTime,
    startsAt: '2026-11-20T11:00:00Z',
    closesAt: '2026-11-20T07:00:00Z',
    cancellation: { steps: [{ percent: 100, until: '2126-11-19T11:00:00Z' }] },
    status: 'AVAILABLE',
    vacancies: 12,
    capacity: 12,
    ...more,
  }
}

/** Returns the server's check of a choice with a total. */
export function check(total: number, more: Partial<ChoiceCheck> = {}): ChoiceCheck {
  return {
    available: true,
    status: 'AVAILABLE',
    vacancies: 12,
    travellers: 2,
    currency: 'AED',
    exponent: 2,
    price: {
      lines: [
        {
          kind: 'unit',
          id: 'adult',
          title: '',
          type: 'ADULT',
          pricedBy: 'PERSON',
          quantity: 2,
          unitPrice: total / 2,
          amount: total,
        },
      ],
      original: total,
      discount: 0,
      total,
    },
    ...more,
  }
}
