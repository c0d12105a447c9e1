// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { showToast, Toasts } from './toasts'

const raise = (text: string) =>
  act(async () => {
    showToast({ kind: 'success', text })
    await vi.advanceTimersByTimeAsync(100)
  })
const toast = () => document.querySelector('.Toastify__toast')
const timer = () => document.querySelector<HTMLElement>('.Toastify__progress-bar')?.style.animationPlayState

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  setEnglishSite()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  document.documentElement.className = ''
})

describe('a toast', () => {
  it('appears at the top right', async () => {
    render(<Toasts />)
    await raise('Saved')
    expect(screen.getByText('Saved')).toBeTruthy()
    expect(document.querySelector('.Toastify__toast-container--top-right')).not.toBeNull()
  })

  it('stays for 1000 ms', async () => {
    render(<Toasts />)
    await raise('Timed')
    const bar = document.querySelector<HTMLElement>('.Toastify__progress-bar')
    expect(bar?.style.animationDuration).toBe('1000ms')
  })

  it('pauses while the pointer is on it', async () => {
    render(<Toasts />)
    await raise('Paused')
    fireEvent.mouseEnter(toast() as Element)
    expect(timer()).toBe('paused')
    fireEvent.mouseLeave(toast() as Element)
    expect(timer()).toBe('running')
  })

  it('pauses while the window has lost the focus', async () => {
    render(<Toasts />)
    await raise('Away')
    fireEvent.blur(window)
    expect(timer()).toBe('paused')
    fireEvent.focus(window)
    expect(timer()).toBe('running')
  })

  it('disappears when it is clicked, and has a close button', async () => {
    render(<Toasts />)
    await raise('Clicked')
    expect(screen.getByRole('button', { name: 'Close this message' })).toBeTruthy()
    fireEvent.click(toast() as Element)
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(toast()?.className ?? 'gone').toMatch(/exit|gone/)
  })

  it('collapses for 300 ms before it is removed', async () => {
    render(<Toasts />)
    await raise('Collapsing')
    fireEvent.click(toast() as Element)
    await act(() => vi.advanceTimersByTimeAsync(50))
    fireEvent.animationEnd(toast() as Element)
    await act(() => vi.advanceTimersByTimeAsync(290))
    expect(toast()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60))
    expect(toast()).toBeNull()
  })

  it('is shown once if it is raised twice within 50 ms', async () => {
    render(<Toasts />)
    await act(async () => {
      showToast({ kind: 'info', text: 'Twice' })
      await vi.advanceTimersByTimeAsync(40)
      showToast({ kind: 'info', text: 'Twice' })
      await vi.advanceTimersByTimeAsync(100)
    })
    expect(screen.getAllByText('Twice')).toHaveLength(1)
    await raise('Twice')
    expect(screen.getAllByText('Twice')).toHaveLength(2)
  })

  it('is dark if the document has the class dark', async () => {
    render(<Toasts />)
    document.documentElement.className = 'dark'
    await raise('Dark')
    expect(toast()?.className).toContain('Toastify__toast-theme--dark')
  })

  it('runs from right to left in Arabic', async () => {
    setArabicSite()
    render(<Toasts />)
    await raise('تم')
    expect(toast()?.className).toContain('Toastify__toast--rtl')
  })
})
