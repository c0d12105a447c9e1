// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { transferOf } from '../order/booking.fixture'
import type { ItemTransfer, Place, TransferKind } from './pickup-places'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { PickupFields } from './pickup-fields'

const marina = { id: 'marina', title: 'Hotels in the Marina', time: '14:30', asksAddress: true }
const station = { id: 'station', title: 'Railway station', time: '14:00', asksAddress: false }

let answers: Place[]

function show(
  transfer: Partial<ItemTransfer>,
  answer: Place = {},
  kind: TransferKind = 'pickup',
  errors: Record<string, string> = {},
) {
  answers = []
  const props = {
    kind,
    transfer: transferOf(transfer),
    name: 'items.i1.pickup',
    errors,
    onChange: (to: Place) => answers.push(to),
  }
  render(<PickupFields {...props} place={answer} />)
}
const radios = () => screen.queryAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

beforeEach(setEnglishSite)
afterEach(cleanup)

describe('the pickup fields', () => {
  it('list the pickup points with their times and return the chosen point', async () => {
    show({ points: [marina, station] }, {}, 'pickup', { 'items.i1.pickup.point': 'This field is required' })
    expect(radios()).toEqual(['Hotels in the Marina14:30', 'Railway station14:00'])
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('group').getAttribute('aria-describedby')).toBe('items.i1.pickup.point-error')
    await userEvent.click(screen.getByRole('radio', { name: /station/ }))
    expect(answers).toEqual([{ point: 'station' }])
  })

  it('ask for an address if the point is an area, and for none if it is a spot', () => {
    show({ points: [marina, station] }, { point: 'marina' })
    expect(screen.getByLabelText('Your hotel or address')).toBeDefined()
    cleanup()
    show({ points: [marina, station] }, { point: 'station' })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('show the only pickup point without a choice', () => {
    show({ points: [station], point: 'station' }, { point: 'station' })
    expect(radios()).toEqual([])
    expect(screen.getByText('Railway station')).toBeDefined()
  })

  it('preselect the meeting point if the price does not include the pickup', async () => {
    show({ points: [marina], included: false, optional: true })
    expect(radios()).toEqual(['Hotels in the Marina14:30', 'I’ll come to the meeting point'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /meeting point/ }).checked).toBe(true)
  })

  it('return the trimmed address when the visitor presses Enter', async () => {
    show({})
    await userEvent.type(screen.getByLabelText('Your hotel or address'), ' Rove {Enter}')
    expect(answers).toEqual([{ address: 'Rove' }])
  })

  it('return the address when the visitor stops typing', async () => {
    show({})
    await userEvent.type(screen.getByLabelText('Your hotel or address'), 'Rove, room 12')
    expect(answers).toEqual([])
    await vi.waitFor(() => expect(answers).toEqual([{ address: 'Rove, room 12' }]), { timeout: 5000 })
  })

  it('offer the pickup times if there are several', async () => {
    show({ times: ['07:00', '07:30'] }, { address: 'Rove' })
    await userEvent.selectOptions(screen.getByLabelText('When shall we come?'), '07:30')
    expect(answers).toEqual([{ address: 'Rove', time: '07:30' }])
  })
})

it('the drop-off fields name the pickup place as the default and fold away other places', () => {
  show({ optional: true, asksAddress: false, missing: [] }, {}, 'dropOff')
  expect(screen.getByText('We take you back to where we collected you.')).toBeDefined()
  expect(screen.getByText('Take me somewhere else').closest('details')?.open).toBe(false)
})

it('the pickup fields are in Arabic on Arabic pages', () => {
  setArabicSite()
  show({ points: [marina, station] })
  expect(screen.getByRole('group', { name: 'من أين نصطحبك؟' })).toBeDefined()
})
