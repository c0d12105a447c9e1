// What JSX means, by its syntax tree.

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the parser's types are of no use for JSX
export type Node = any

/** A child that shows: text, or a node. */
export type Child = string | Node

/** The name of an element, a component or an attribute. */
export function nameOf(name: Node): string {
  if (name.type === 'JSXMemberExpression') return `${nameOf(name.object)}.${name.property.name}`
  return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name
}

/** The text of an attribute in quotes, or of a child. */
export function textOf({ raw, value }: Node): string {
  return decodeEntities(raw === undefined ? value : (raw as string).replace(/^(["'])(.*)\1$/s, '$2'))
}

/** The expression in braces. */
export function expressionIn(node: Node): Node {
  return node.type === 'JSXExpressionContainer' ? node.expression : node
}

/** Children without comments and the white space that JSX drops. */
export function childrenOf(children: Node[]): Child[] {
  return children.flatMap((child): Child[] => {
    if (child.type === 'JSXText') {
      const text = trimJsxText(child.raw ?? child.value)
      return text === '' ? [] : [decodeEntities(text)]
    }
    const inner = expressionIn(child)
    if (inner.type === 'JSXEmptyExpression') return []
    return [inner.type === 'Literal' && typeof inner.value === 'string' ? inner.value : child]
  })
}

/** Text without line breaks and the indentation around them. */
function trimJsxText(text: string): string {
  const lines = text.split(/\r\n|\n|\r/)
  return lines
    .map((line, i) => {
      const start = i === 0 ? line : line.replace(/^[ \t]+/, '')
      return i === lines.length - 1 ? start : start.replace(/[ \t]+$/, '')
    })
    .filter((line) => line !== '')
    .join(' ')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number(decimal))
    const known = entities[name ?? '']
    if (known === undefined)
      throw new Error(`the character of ${all} is not known: list it in render/build/jsx-syntax.ts`)
    return known
  })
}
