// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { Transfer } from '../payload.gen'
import { dropOffText, pickupText } from './pickup-text'
import { setEnglishSite } from '../shell.fixture'

const area = { id: 'marina', name: 'Hotels in the Marina' }
const spot = { id: 'station', name: 'Station', exact: true }
const extras = [{ id: 'car', title: 'Hotel car', pricingPer: 'BOOKING' as const, price: 100 }]

beforeEach(setEnglishSite)

it.each<[string, Transfer, string]>([
  ['with several points', { included: true, points: [area, spot] }, 'Pickup included. You say where at checkout.'],
  ['in one area', { included: true, points: [area] }, 'Pickup included. You say where at checkout.'],
  ['at the door', { included: true, addressRequired: true }, 'Pickup included. You say where at checkout.'],
  ['at one spot', { included: true, points: [spot] }, 'Pickup included.'],
  ['paid by an extra', { included: false, extra: 'car', points: [area] }, 'Pickup comes with the extra “Hotel car”.'],
  ['neither included nor paid', { included: false, points: [area] }, 'Pickup on request: you choose at checkout.'],
])('the text of a pickup %s says how it is paid and where the place is chosen', (_, transfer, text) =>
  expect(pickupText(transfer, extras)).toBe(text),
)

it.each<[string, Transfer, string]>([
  ['that is included', { included: true }, 'Drop-off included.'],
  ['paid by an extra', { included: false, extra: 'car' }, 'Drop-off comes with the extra “Hotel car”.'],
  ['neither included nor paid', { included: false }, 'Drop-off can be arranged at a charge or on request.'],
])('the text of a drop-off %s says how it is paid', (_, transfer, text) =>
  expect(dropOffText(transfer, extras)).toBe(text),
)
