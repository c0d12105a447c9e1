// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enterEnglish } from '../../lib/shell.fixture'
import { CountryField } from './country-field'

function Form() {
  const [country, setCountry] = useState('AE')
  return (
    <form>
      <CountryField id="country" value={country} onChange={setCountry} />
      <output data-testid="chosen">{country}</output>
    </form>
  )
}

const field = () => screen.getByRole('combobox') as HTMLInputElement
const chosen = () => screen.getByTestId('chosen').textContent
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

beforeEach(() => {
  enterEnglish()
  render(<Form />)
})
afterEach(cleanup)

describe('the list of countries', () => {
  it('shows what is chosen and opens on it', async () => {
    expect(field().value).toContain('United Arab Emirates')
    await userEvent.click(field())
    expect(options().length).toBeGreaterThan(200)
    const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toContain('United Arab Emirates')
  })

  it('narrows while one types, and takes the choice by keyboard', async () => {
    await userEvent.tab()
    await userEvent.keyboard('germ')
    expect(options()).toEqual(['Germany +49'])
    await userEvent.keyboard('{Enter}')
    expect(chosen()).toBe('DE')
    expect(field().value).toContain('Germany')
    expect(options()).toEqual([])
  })

  it('moves with the arrows', async () => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(chosen()).toBe('GB')
  })

  it('takes the choice by pointer', async () => {
    await userEvent.click(field())
    await userEvent.keyboard('+968')
    await userEvent.click(screen.getByRole('option', { name: /Oman/ }))
    expect(chosen()).toBe('OM')
  })

  it('leaves the choice alone when it is closed or left', async () => {
    await userEvent.click(field())
    await userEvent.keyboard('germ{Escape}')
    expect(chosen()).toBe('AE')
    await userEvent.keyboard('germ')
    await userEvent.tab()
    expect(chosen()).toBe('AE')
    expect(field().value).toContain('United Arab Emirates')
  })

  it('says when there is none', async () => {
    await userEvent.click(field())
    await userEvent.keyboard('atlantis')
    expect(screen.getByText('No country found')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    expect(chosen()).toBe('AE')
  })
})
