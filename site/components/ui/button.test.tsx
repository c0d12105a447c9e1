// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cleanup } from '@testing-library/react'
import { Button } from './button'

afterEach(cleanup)

describe('a button', () => {
  it("has the label 'click' by default", () => {
    render(<Button />)
    expect(screen.getByRole('button', { name: 'click' }).getAttribute('type')).toBe('button')
  })

  it('ignores clicks and shows a spinner instead of its label while loading', async () => {
    const onClick = vi.fn()
    render(<Button label="Pay" loading onClick={onClick} />)
    const button = screen.getByRole('button', { name: 'Pay' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.querySelector('.button-spinner')).not.toBeNull()
    expect(screen.getByText('Pay').className).toBe('sr-only')
  })

  it('ignores clicks and has its disabledClass while it is disabled', async () => {
    const onClick = vi.fn()
    render(<Button label="Pay" disabled disabledClass="faded" onClick={onClick} />)
    const button = screen.getByRole('button', { name: 'Pay' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.classList).toContain('faded')
  })

  it('calls onClick and has no disabledClass when it is active', async () => {
    const onClick = vi.fn()
    render(<Button label="Pay" type="submit" onClick={onClick} disabledClass="faded" />)
    const button = screen.getByRole('button', { name: 'Pay' })
    await userEvent.click(button)
    expect(onClick).toHaveBeenCalledOnce()
    expect(button.getAttribute('type')).toBe('submit')
    expect(button.classList).not.toContain('faded')
  })

  it.each(['primary', 'outlined', 'third', 'icon'] as const)('has the style %s', (variant) => {
    render(<Button variant={variant} icon={variant === 'icon' ? 'cross' : undefined} label="Close" />)
    expect(screen.getByRole('button', { name: 'Close' }).classList).toContain(`button-${variant}`)
  })

  it('applies the given sizes, colours and font', () => {
    render(
      <Button
        width="10rem"
        height="3rem"
        background="var(--color-ink)"
        color="var(--color-paper)"
        hoverColor="var(--color-ink)"
        hoverBackground="var(--color-paper)"
        iconColor="var(--color-link)"
        iconSize="2rem"
        font="serif"
      />,
    )
    const { style } = screen.getByRole('button')
    const get = (name: string) => style.getPropertyValue(name)
    expect([get('inline-size'), get('block-size'), get('font-family')]).toEqual(['10rem', '3rem', 'serif'])
    expect([get('--button-background'), get('--button-color')]).toEqual(['var(--color-ink)', 'var(--color-paper)'])
    expect([get('--button-hover-color'), get('--button-hover-background')]).toEqual([
      'var(--color-ink)',
      'var(--color-paper)',
    ])
    expect([get('--button-icon-color'), get('--button-icon-size')]).toEqual(['var(--color-link)', '2rem'])
  })

  it('shows icons before and after its label, and another icon on hover', () => {
    render(<Button label="Next" prependIcon="clock" appendIcon="arrow" hoverIcon="pin" iconClass="wide" />)
    const icons = [...screen.getByRole('button').querySelectorAll('.icon')].map((icon) => icon.className)
    expect(icons).toEqual(['icon icon-clock', 'icon icon-pin', 'icon icon-arrow'])
    expect(screen.getByRole('button').querySelector('.button-glyph')?.className).toBe('button-glyph wide')
  })

  it('is a link if it has an href, and loses the href while it is disabled', () => {
    render(<Button label="Home" href="/ar" />)
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/ar')
    cleanup()
    render(<Button label="Home" href="/ar" disabled />)
    expect(screen.getByRole('link', { name: 'Home' }).hasAttribute('href')).toBe(false)
  })
})
