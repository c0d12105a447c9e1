// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { setEnglishSite } from '../../lib/shell.fixture'
import type * as Countries from './countries'
import { CountryField } from './phone-fields'

// Headless UI sorts the options by their places in the document, which happy-dom compares slowly: all 240 take a
// second.
const listed = vi.hoisted(() => ({ all: false }))
const some = ['AE', 'DE', 'GB', 'OM']
vi.mock('./countries', async (original) => {
  const countries = await original<typeof Countries>()
  const countryList = () => countries.countryList().filter(({ code }) => listed.all || some.includes(code))
  return { ...countries, countryList }
})

function Form() {
  const [country, setCountry] = useState('AE')
  return (
    <form>
      <CountryField
        id="country"
        value={country}
        onChange={({ target }) => setCountry(target.value)}
        error="Choose a country."
      />
      <output data-testid="chosen">{country}</output>
    </form>
  )
}

// By attribute where the list is open: a query by role works out the name of each of its 240 options.
const field = () => document.querySelector('[role=combobox]') as HTMLInputElement
const listIsOpen = () => vi.waitFor(() => expect(document.querySelector('[role=listbox]')).not.toBeNull())
const chosen = () => screen.getByTestId('chosen').textContent
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)

beforeEach(() => {
  setEnglishSite()
  render(<Form />)
})
afterEach(cleanup)

/** Focuses the field, as a visitor does by Tab; its list is loaded then, and opens. */
async function open() {
  await userEvent.tab()
  await listIsOpen()
}

describe('the list of all countries', () => {
  beforeAll(() => {
    listed.all = true
  })
  afterAll(() => {
    listed.all = false
  })

  it('opens at the chosen country', async () => {
    expect(field().value).toContain('United Arab Emirates')
    await userEvent.click(field())
    await listIsOpen()
    expect(options().length).toBeGreaterThan(200)
    const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toContain('United Arab Emirates')
    expect(document.activeElement).toBe(field())
  })

  it('narrows while the visitor types, and accepts a choice by keyboard', async () => {
    await open()
    await userEvent.keyboard('germ')
    expect(options()).toEqual(['Germany +49'])
    await userEvent.keyboard('{Enter}')
    expect(chosen()).toBe('DE')
    expect(field().value).toContain('Germany')
    expect(options()).toEqual([])
  })
})

describe('the list of countries', () => {
  it('keeps text that was typed before it is loaded', async () => {
    await userEvent.tab()
    fireEvent.change(field(), { target: { value: 'germ' } })
    await vi.waitFor(() => expect(options()).toEqual(['Germany +49']))
    expect(field().value).toBe('germ')
  })

  it('moves to the next country with the down arrow', async () => {
    await open()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(chosen()).toBe('GB')
  })

  it('accepts a choice by pointer', async () => {
    await open()
    await userEvent.keyboard('+968')
    await userEvent.click(screen.getByRole('option', { name: /Oman/ }))
    expect(chosen()).toBe('OM')
  })

  it('keeps the chosen country when the visitor presses Escape', async () => {
    await open()
    await userEvent.keyboard('germ{Escape}')
    expect(chosen()).toBe('AE')
    expect(field().value).toContain('United Arab Emirates')
  })

  it('accepts the typed country when Tab leaves the field', async () => {
    await open()
    await userEvent.keyboard('germ')
    await userEvent.tab()
    expect(chosen()).toBe('DE')
  })

  it('has its error and its label for screen readers before and after it is loaded', async () => {
    const names = () => [field().getAttribute('aria-invalid'), field().getAttribute('aria-describedby')]
    expect(names()).toEqual(['true', 'country-error'])
    await open()
    expect(names()).toEqual(['true', 'country-error'])
    expect(screen.getByRole('combobox', { name: 'Country code' })).toBe(field())
  })

  it('shows a message if no country matches', async () => {
    await open()
    await userEvent.keyboard('atlantis')
    expect(screen.getByText('No country found')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(chosen()).toBe('AE')
  })
})
