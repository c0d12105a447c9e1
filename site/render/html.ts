import type { ReactElement, ReactNode } from 'react'
import { Fragment } from 'react/jsx-runtime'
import { escapeAttribute, escapeText } from '../lib/document/escape'
import { attributeName, isBoolean, isEnumerated, isScriptAddress, isVoid, styleText } from './html-attributes'

type Props = Record<string, unknown>
type Component = (props: Props) => ReactNode

const elementSymbol = Symbol.for('react.transitional.element')

/** HTML that is written already: the result of compiled JSX in the worker (build/compile-jsx.ts). */
export class Html {
  constructor(readonly html: string) {}
}

/**
 * Writes React elements of pages, layouts and components as HTML, which never hydrates.
 * It does without hooks, context and React's text markers, on the server and for the router in the browser;
 * an island's own tree is React's to render.
 */
export function renderHtml(node: ReactNode): string {
  return writeNode(node, undefined)
}

// selected is the value of the select around an option.
function writeNode(node: unknown, selected: unknown): string {
  if (typeof node === 'string') return escapeText(node)
  if (node instanceof Html) return node.html
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) {
    let html = ''
    for (const child of node) html += writeNode(child, selected)
    return html
  }
  if (isElement(node)) return writeElement(node.type, node.props, selected)
  throw new Error(`cannot show ${describe(node)} on a page`)
}

function isElement(node: unknown): node is ReactElement<Props> {
  return typeof node === 'object' && node !== null && '$$typeof' in node && node.$$typeof === elementSymbol
}

function writeElement(type: unknown, props: Props, selected: unknown): string {
  if (typeof type === 'string') return writeTag(type, props, selected)
  if (type === Fragment) return writeNode(props.children, selected)
  if (typeof type === 'function') return writeNode((type as Component)(props), selected)
  throw new Error(`cannot show a component of ${describe(type)} outside an island`)
}

function describe(value: unknown): string {
  return typeof value === 'object' ? `an object with ${Object.keys(value ?? {}).join(', ')}` : String(value)
}

export function writeTag(tag: string, props: Props, selected: unknown): string {
  let html = `<${tag}`
  let inner: unknown
  let raw: string | undefined
  let choice = selected
  for (const name in props) {
    const value = props[name]
    if (name === 'children') inner = value
    else if (name === 'dangerouslySetInnerHTML') raw = (value as { __html: string } | undefined)?.__html
    else if (name === 'style') html += styleAttribute(value as Props | undefined)
    else if (tag === 'select' && (name === 'value' || name === 'defaultValue')) choice = value
    else if (tag === 'textarea' && (name === 'value' || name === 'defaultValue')) inner = value
    else html += attribute(attributeName(name), value)
  }
  if (tag === 'option' && selected !== undefined && isSelected(props, selected)) html += ' selected=""'
  if (inner !== undefined && raw !== undefined) throw new Error(`<${tag}> has both children and raw HTML`)
  if (isVoid(tag)) {
    if (inner !== undefined || raw !== undefined) throw new Error(`<${tag}> cannot have content`)
    return `${html}>`
  }
  const content = raw ?? writeNode(inner, choice)
  // Parsers drop the line break that these begin with.
  const lineBreak = content.startsWith('\n') && (tag === 'textarea' || tag === 'pre') ? '\n' : ''
  return `${html}>${lineBreak}${content}</${tag}>`
}

export function styleAttribute(style: Props | null | undefined): string {
  const text = style ? styleText(style) : ''
  return text && attribute('style', text)
}

function isSelected({ value, children }: Props, selected: unknown): boolean {
  const own = String(value ?? children)
  return Array.isArray(selected) ? selected.map(String).includes(own) : own === String(selected)
}

export function attribute(name: string, value: unknown): string {
  if (name === '' || value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol')
    return ''
  if (typeof value === 'string') {
    if (isScriptAddress(name, value)) throw new Error(`${name}="${value}" would run a script`)
    return ` ${name}="${escapeAttribute(value)}"`
  }
  if (isBoolean(name)) return value ? ` ${name}=""` : ''
  if (typeof value === 'boolean') {
    if (isEnumerated(name)) return ` ${name}="${value}"`
    if (value) throw new Error(`${name} needs a value`)
    return ''
  }
  if (Number.isNaN(value)) throw new Error(`${name} is not a number`)
  return ` ${name}="${escapeAttribute(String(value))}"`
}
