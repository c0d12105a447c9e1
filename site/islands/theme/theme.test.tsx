// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import en from '../../locales/en.json'
import { shell } from '../../lib/shell.fixture'
import { enterSite } from '../../lib/site'
import { Theme } from './theme'

afterEach(() => {
  cleanup()
  localStorage.clear()
  document.head.replaceChildren()
  document.documentElement.className = ''
})

it('turns the page, and what the browser paints around it, dark and light again, and is remembered', async () => {
  enterSite({ ...shell, themeColor: { light: '#ffffff', dark: '#000000' } }, en)
  document.head.innerHTML =
    '<meta name="theme-color" content="#ffffff" media="all"><meta name="theme-color" content="#000000" media="not all">'
  const painted = () => document.querySelector<HTMLMetaElement>('meta[media="all"]')?.content
  render(<Theme />)
  await userEvent.click(screen.getByRole('button'))
  expect([document.documentElement.className, painted(), localStorage.getItem('theme')]).toEqual([
    'dark',
    '#000000',
    'dark',
  ])
  await userEvent.click(screen.getByRole('button'))
  expect([document.documentElement.className, painted(), localStorage.getItem('theme')]).toEqual([
    '',
    '#ffffff',
    'light',
  ])
})
