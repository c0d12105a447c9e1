// @vitest-environment happy-dom
import { createElement, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { renderHtml } from './html'

function Greeting({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <p className="greeting">
      Hello {name}, {3} times{children}
    </p>
  )
}

const same: [string, ReactNode][] = [
  ['text with every special character', <p key="1">{`<b> & "quotes" 'too' >`}</p>],
  ['attributes with every special character', <p key="1" title={`<b> & "q" 'a'`} />],
  ['nothing for null, undefined and booleans', [null, undefined, true, false, 0, '']],
  [
    'components, fragments and lists',
    <Greeting key="1" name="Amal">
      {[1, 2].map((n) => (
        <i key={n}>{n}</i>
      ))}
      <>
        <b>x</b>
      </>
    </Greeting>,
  ],
  [
    'attributes that React names differently',
    <label key="1" className="a" htmlFor="b" id="l">
      Name
      <input autoComplete="off" tabIndex={0} readOnly maxLength={3} />
    </label>,
  ],
  [
    'booleans',
    <button key="1" disabled hidden={false} aria-pressed={false} aria-hidden data-on={true} draggable={false}>
      x
    </button>,
  ],
  ['raw HTML', <div key="1" dangerouslySetInnerHTML={{ __html: '<b>raw & ready</b>' }} />],
  [
    'void elements',
    <p key="1">
      <br />
      <img src="/a.webp" alt="" width={4} srcSet="/b 2x" loading="lazy" />
      <hr />
    </p>,
  ],
  [
    'styles',
    <p key="1" style={{ marginInlineStart: '4px', lineHeight: '2', '--of': 4.5, color: undefined } as CSSProperties} />,
  ],
  [
    'SVG',
    <svg key="1" viewBox="0 0 4 4" fillRule="evenodd" strokeWidth={2} strokeLinecap="round">
      <path d="M0 0" clipPath="url(#a)" />
    </svg>,
  ],
  [
    'selects',
    <select key="1" defaultValue="b">
      <option value="a">A</option>
      <option value="b">B</option>
    </select>,
  ],
  [
    'fields',
    <form key="1">
      <textarea defaultValue="a < b" />
      <input type="checkbox" defaultChecked />
      <input defaultValue="v" />
    </form>,
  ],
  [
    'times and lists',
    <ol key="1" start={3}>
      <li value={4}>
        <time dateTime="2026-11-20">x</time>
      </li>
    </ol>,
  ],
  ['styles with a prefix', <p key="1" style={{ WebkitLineClamp: '3' }} />],
  ['no styles', <p key="1" style={{}} />],
  [
    'attributes that are false or undefined',
    <input key="1" hidden={false} spellCheck={false} aria-hidden={false} title={undefined} />,
  ],
  ['text that begins with a line break', <pre key="1">{'\nx'}</pre>],
  [
    'links',
    <a key="1" href="/a?b=1&c=2" hrefLang="ar" rel="external">
      x
    </a>,
  ],
]

function parsed(html: string): string {
  const box = document.createElement('div')
  box.innerHTML = html
  return box.innerHTML
}

describe('renderHtml', () => {
  it.each(same)('writes %s as React does', (_name, node) => {
    expect(parsed(renderHtml(node))).toBe(parsed(renderToStaticMarkup(node)))
  })

  it('leaves out handlers, keys and refs', () => {
    expect(
      renderHtml(
        <button key="k" type="button" onClick={() => {}}>
          x
        </button>,
      ),
    ).toBe('<button type="button">x</button>')
  })

  it('escapes tags in text', () => {
    expect(renderHtml(<p>{'</p><script>'}</p>)).toBe('<p>&lt;/p&gt;&lt;script&gt;</p>')
  })

  it('throws for an object that cannot be rendered', () => {
    expect(() => renderHtml({ a: 1 } as unknown as ReactNode)).toThrow('cannot show an object with a')
  })

  it('throws for an address that would run a script', () => {
    for (const address of ['javascript:alert(1)', ' JaVa\nScript:alert(1)']) {
      expect(() => renderHtml(createElement('a', { href: address }, 'x'))).toThrow('would run a script')
    }
    expect(() => renderHtml(createElement('object', { data: 'javascript:alert(1)' }))).toThrow('would run a script')
    expect(renderHtml(createElement('a', { href: '/javascript:' }, 'x'))).toBe('<a href="/javascript:">x</a>')
  })

  it('throws for unknown attributes and for values that React would leave out', () => {
    const odd = (props: object) => () => renderHtml(createElement('p', props))
    expect(odd({ xlinkHref: '#a' })).toThrow('the attribute of "xlinkHref" is not known')
    expect(odd({ title: true })).toThrow('title needs a value')
    expect(odd({ tabIndex: NaN })).toThrow('tabindex is not a number')
    expect(odd({ style: { margin: 4 } })).toThrow('the style margin is a number: write it with its unit')
    expect(odd({ hidden: 0 })()).toBe('<p></p>')
  })

  it('throws for content of a void element and for children beside raw HTML', () => {
    expect(() => renderHtml(createElement('br', {}, 'x'))).toThrow('<br> cannot have content')
    const both = createElement('p', { dangerouslySetInnerHTML: { __html: 'a' } }, 'b')
    expect(() => renderHtml(both)).toThrow('both children and raw HTML')
  })
})
