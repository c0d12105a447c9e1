// What compiled JSX calls (render/build/compile-jsx.ts).

import type { ReactNode } from 'react'
import { attribute, Html, renderHtml, styleAttribute, writeTag } from '../html'
import { attributeName } from '../html-attributes'

export { attribute, Html, styleAttribute as style }

type Props = Record<string, unknown>

/** A value between tags, as HTML. */
export function insert(value: unknown): string {
  return value instanceof Html ? value.html : renderHtml(value as ReactNode)
}

/** Returns the result of a component; for the name of a tag in a variable, its HTML. */
export function component(type: string | ((props: Props) => unknown), props: Props): unknown {
  return typeof type === 'function' ? type(props) : new Html(writeTag(type, props, undefined))
}

/** The attributes of an element with a spread among them: of two with one name the last counts. */
export function attributes(props: Props): string {
  let html = ''
  for (const name in props) {
    if (name === 'children' || name === 'dangerouslySetInnerHTML') throw new Error(`${name} cannot be spread`)
    html += name === 'style' ? styleAttribute(props[name] as Props) : attribute(attributeName(name), props[name])
  }
  return html
}
