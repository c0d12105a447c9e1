// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { patcher } from './patch'

let host: HTMLElement
let show: (html: string) => void

beforeEach(() => {
  document.body.innerHTML = '<div id="host"><p>fallback</p></div>'
  host = document.getElementById('host')!
  show = patcher(host)
})

test('the first HTML replaces the fallback', () => {
  show('<p>found</p>')
  expect(host.innerHTML).toBe('<p>found</p>')
})

test('unchanged elements keep their nodes, the focus and the typed text', () => {
  show('<input id="q"><p>3</p>')
  const input = host.querySelector('input')!
  input.value = 'dunes'
  input.focus()
  show('<input id="q"><p>12</p>')
  expect(host.innerHTML).toBe('<input id="q"><p>12</p>')
  expect(host.querySelector('input')).toBe(input)
  expect(document.activeElement).toBe(input)
  expect(input.value).toBe('dunes')
})

test('list items keep their nodes by the target of their link, in the new order', () => {
  const item = (slug: string) => `<li><a href="/${slug}">${slug}</a></li>`
  show(`<ul>${item('a')}${item('b')}${item('c')}</ul>`)
  const [a, , c] = host.querySelectorAll('li')
  show(`<ul>${item('c')}${item('d')}${item('a')}</ul>`)
  expect(host.textContent).toBe('cda')
  const [first, , last] = host.querySelectorAll('li')
  expect([first === c, last === a]).toEqual([true, true])
})

test('attributes are added, changed and removed, but those of other scripts stay', () => {
  show('<p class="a" title="t">text</p>')
  const shown = host.querySelector('p')!
  shown.dataset.own = 'kept'
  show('<p class="b" lang="ar">text</p>')
  expect([shown.className, shown.lang, shown.hasAttribute('title'), shown.dataset.own]).toEqual([
    'b',
    'ar',
    false,
    'kept',
  ])
})

test('a checkbox gets the state of the new HTML, even if the visitor changed it', () => {
  const box = (attributes: string) => `<input type="checkbox" id="box" ${attributes}>`
  show(box(''))
  const input = host.querySelector('input')!
  input.checked = true
  show(box('data-n="1"'))
  expect(input.checked).toBe(false)
  show(box('checked data-n="2"'))
  expect(input.checked).toBe(true)
})
