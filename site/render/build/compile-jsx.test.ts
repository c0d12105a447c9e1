import { transformWithOxc } from 'vite'
import { jsx, jsxs, Fragment } from 'react/jsx-runtime'
import { expect, it } from 'vitest'
import { renderHtml } from '../html'
import * as markup from '../server/markup'
import { compile } from './compile-jsx'

const scope = { Section, show: true, hidden: 0, name: 'a & "b"', list: ['x', '<y>'], more: { lang: 'ar', title: 'ت' } }

function Section({ title, children }: { title: string; children?: unknown }) {
  return jsxs('section', { children: [jsx('h2', { children: title }), children] } as never)
}

/** Evaluates an expression with JSX, compiled or with React's elements. */
async function evaluated(expression: string, compiled: boolean): Promise<string> {
  const source = `export const it = ${expression}`
  const tsx = compiled ? compile(source) : source
  const { code } = await transformWithOxc(tsx, 'case.tsx', { jsx: { runtime: 'automatic' } })
  const body = code.replace(/^import .*$/gm, '').replace('export const it =', 'return')
  const names = {
    ...scope,
    $Html: markup.Html,
    $insert: markup.insert,
    $component: markup.component,
    $attribute: markup.attribute,
    $attributes: markup.attributes,
    $style: markup.style,
    _jsx: jsx,
    _jsxs: jsxs,
    _Fragment: Fragment,
    Fragment,
  }
  const made: unknown = new Function(...Object.keys(names), body)(...Object.values(names))
  return renderHtml(made as never)
}

it.each([
  ['text, with the white space of JSX', '<p>\n  one\n  two {name}&nbsp;&amp; three\n</p>'],
  ['attributes', '<a href={"/x?a&b"} className="b" aria-hidden hidden={show} title={undefined} data-n={1}>{name}</a>'],
  ['styles', '<i style={{ lineHeight: "1", width: "2px", "--x": 3 }} /> '],
  ['void elements', '<>{show && <br />}<img src={"/" + name} alt="" /></>'],
  ['conditions with false values', '<p>{show ? <b>yes</b> : "no"}{hidden && <b />}{!show && <i />}</p>'],
  ['lists', '<ul>{list.map((x) => <li key={x}>{x}</li>)}</ul>'],
  ['components with children', '<Section title="t">a{name}<b>{list}</b></Section>'],
  ['raw HTML', '<p dangerouslySetInnerHTML={{ __html: "<b>x</b>" }} />'],
  ['spread attributes', '<p {...more} className="c"><b>y</b>{show && <b>x</b>}<Section title="t" /></p>'],
  ['a spread of undefined', '<p className="c" {...undefined} style={{ width: "2px" }}>{name}</p>'],
  [
    'the last of two attributes',
    '<p lang="en" hidden={show} {...more} title="t" dangerouslySetInnerHTML={{ __html: "x" }} />',
  ],
  ['the chosen option', '<select defaultValue="x">{list.map((x) => <option key={x} value={x}>{x}</option>)}</select>'],
])('compiled JSX renders the same HTML as elements: %s', async (_, expression) => {
  const written = await evaluated(expression, true)
  expect(written).toBe(await evaluated(expression, false))
  expect(written).toContain('<')
})

it.each([
  ['a script as an address', '<a href="javascript:x">x</a>', 'would run a script'],
  ['an unknown attribute', '<p fooBar="x" />', 'is not known'],
  ['content of a void element', '<br>x</br>', 'cannot have content'],
  ['an attribute without its value', '<a href>x</a>', 'needs a value'],
])('compile throws for %s', (_, expression, message) => {
  expect(() => compile(`const it = ${expression}`)).toThrow(message)
})
