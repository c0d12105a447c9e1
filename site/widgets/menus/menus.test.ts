// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import userEvent from '@testing-library/user-event'
import { installMenuDismissal } from './menus'

installMenuDismissal()

const menu = () => document.querySelector('details') as HTMLDetailsElement
const part = (selector: string) => document.querySelector(selector) as HTMLElement

beforeEach(() => {
  document.body.innerHTML =
    '<details class="menu" open><summary>Menu</summary><a href="#x">A page</a><p>Words</p></details><button>Else</button>'
})

describe('an open menu', () => {
  it('closes when the visitor clicks a link in it', async () => {
    await userEvent.click(part('a'))
    expect(menu().open).toBe(false)
  })

  it('closes when the visitor clicks outside it', async () => {
    await userEvent.click(part('body'))
    expect(menu().open).toBe(false)
  })

  it('stays open while the visitor clicks or focuses inside it', async () => {
    await userEvent.click(part('p'))
    part('a').focus()
    expect(menu().open).toBe(true)
  })

  it('closes on Escape and returns the focus to its button', async () => {
    part('a').focus()
    await userEvent.keyboard('{Escape}')
    expect(menu().open).toBe(false)
    expect(document.activeElement).toBe(part('summary'))
  })

  it('closes when the focus leaves it', () => {
    part('button').focus()
    expect(menu().open).toBe(false)
  })
})
