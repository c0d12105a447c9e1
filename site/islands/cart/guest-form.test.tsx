// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itemOf } from '../../features/order/booking.fixture'
import type { CartItem } from '../../features/cart/cart'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { useForm } from '../../features/forms/use-form'
import { guestSchema } from '../../features/cart/schemas'
import { GuestForm } from './guest-form'

const blank = { name: '', phone: '', email: '', info: '' }

function show(items: CartItem[] = [itemOf()], draft = blank) {
  const Shown = () => <GuestForm form={useForm({ id: 'guest', schema: guestSchema, values: draft })} items={items} />
  render(<Shown />)
}

beforeEach(() => setSite(shell, islandMessages('en', ['cart'])))
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

describe('the guest form', () => {
  it('shows the number of travellers', () => {
    show()
    expect(screen.getByText('2 travellers')).toBeDefined()
  })

  it('shows a maximum of travellers for a unit that takes several', () => {
    const car = { id: 'car', type: 'OTHER' as const, title: 'Private car', quantity: 1, min: 0, max: 2, paxCount: 6 }
    show([itemOf({ units: [car], travellers: 6 }), itemOf()])
    expect(screen.getByText('Up to 6 travellers')).toBeDefined()
  })

  it('is closed unless a field is filled in', () => {
    const fold = () => screen.getByLabelText(/^Name/).closest('details')
    show()
    expect(fold()?.open).toBe(false)
    cleanup()
    show(undefined, { ...blank, info: 'No nuts' })
    expect(fold()?.open).toBe(true)
  })

  it('is open with its first field focused after a link from the checkout', () => {
    window.location.hash = '#guest'
    show()
    const name = screen.getByLabelText(/^Name/)
    expect(name.closest('details')?.open).toBe(true)
    expect(document.activeElement).toBe(name)
  })
})
