// What compiled JSX calls (render/build/compile-jsx.ts).

import type { ReactNode } from 'react'
import { Html, renderHtml, writeTag } from '../html'

export { attribute, Html, styleAttribute as style } from '../html'

type Props = Record<string, unknown>

/** A value between tags, as HTML. */
export function insert(value: unknown): string {
  return value instanceof Html ? value.html : renderHtml(value as ReactNode)
}

/** What a component shows. A name in a variable may be a tag's too. */
export function component(type: string | ((props: Props) => unknown), props: Props): unknown {
  return typeof type === 'function' ? type(props) : new Html(writeTag(type, props, undefined))
}
