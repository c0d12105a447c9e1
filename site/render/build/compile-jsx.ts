import { parseAst, type Plugin } from 'vite'
import { escapeAttribute, escapeText } from '../../lib/document/escape.ts'
import { attributeName, isBoolean, isEnumerated, isScriptAddress, isVoid } from '../html-attributes.ts'
import { childrenOf, nameOf, textOf, expressionIn, type Child, type Node } from './jsx-syntax.ts'

const runtime = new URL('../server/markup.ts', import.meta.url).pathname
const names = ['Html', 'insert', 'component', 'attribute', 'attributes', 'style'].map((name) => `${name} as $${name}`)
const imports = `import { ${names.join(', ')} } from ${JSON.stringify(runtime)}`

/**
 * Compiles JSX of the worker's bundle to strings: the tags of an element are written at build time, and only its values
 * when a page is rendered. What needs more than that (`select` and its options) stays an element, which html.ts writes.
 * Components become calls, so they cannot have hooks; their children are evaluated before them.
 */
export function compileJsx(): Plugin {
  return {
    name: 'storefront:compile-jsx',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'worker',
    transform(code, id) {
      if (!id.endsWith('.tsx')) return null
      return { code: compile(code), map: null }
    },
  }
}

/** Part of the HTML of an element: HTML, or an expression whose value is HTML. */
type Piece = string | { code: string }

/** Returns a module's source with its JSX compiled. */
export function compile(code: string): string {
  const program = parse(code)
  const body = new Compiler(code, functionsOf(program)).source({ ...program, start: 0, end: code.length })
  return `${imports}\nlet $held: unknown\n${body}`
}

function parse(code: string): Node {
  return parseAst(code, { lang: 'tsx' }) as unknown as Node
}

/**
 * Returns the names that a module imports, and those that it declares as functions. Components with these names are
 * called directly. That is faster than $component, which first checks whether it was given a function or a tag. What
 * pages import to render are functions.
 */
function functionsOf(program: Node): Set<string> {
  const names = (program.body as Node[]).flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.specifiers.map(({ local }: Node) => local.name)
    const declared = node.declaration ?? node
    return declared.type === 'FunctionDeclaration' && declared.id ? [declared.id.name] : []
  })
  return new Set(names)
}

// Their HTML depends on their parents or children.
const uncompiledElements = new Set(['select', 'optgroup', 'option', 'textarea', 'pre'])

class Compiler {
  constructor(
    private readonly code: string,
    private readonly functions: Set<string>,
  ) {}

  /** The source of any node, with the JSX in it compiled. */
  source(node: Node): string {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return this.expression(node)
    return this.sourceAround(node)
  }

  private sourceAround(node: Node): string {
    let out = ''
    let at = node.start
    for (const jsx of outermostJsx(node)) {
      const compiled = this.expression(jsx)
      out += this.code.slice(at, jsx.start) + (node.children?.includes(jsx) ? `{${compiled}}` : compiled)
      at = jsx.end
    }
    return out + this.code.slice(at, node.end)
  }

  /** JSX where a value is expected. */
  private expression(node: Node): string {
    if (node.type === 'JSXFragment' || isFragment(node))
      return `new $Html(${concatenation(this.pieces(node.children))})`
    if (isComponent(node)) return this.call(node)
    return isUncompiled(node) ? this.sourceAround(node) : `new $Html(${concatenation(this.element(node))})`
  }

  private call(node: Node): string {
    const props = this.props(node.openingElement.attributes)
    const children = childrenOf(node.children).map((child) => this.child(child))
    if (children.length > 0) props.push(`children: ${children.length === 1 ? children[0] : `[${children.join(', ')}]`}`)
    const name = nameOf(node.openingElement.name)
    const propsSource = `{ ${props.join(', ')} }`
    return this.functions.has(name) ? `${name}(${propsSource})` : `$component(${name}, ${propsSource})`
  }

  private props(attributes: Node[]): string[] {
    return attributes.flatMap((node) => {
      if (isSpread(node)) return [`...${this.source(node.argument)}`]
      const name = nameOf(node.name)
      return name === 'key' ? [] : [`${stringLiteral(name)}: ${this.value(node)}`]
    })
  }

  private child(child: Child): string {
    return typeof child === 'string' ? stringLiteral(child) : this.source(expressionIn(child))
  }

  private value({ value }: Node): string {
    if (value === null) return 'true'
    return value.type === 'Literal' ? stringLiteral(textOf(value)) : this.source(expressionIn(value))
  }

  private element(node: Node): Piece[] {
    const tag = nameOf(node.openingElement.name)
    const attributes: Node[] = node.openingElement.attributes
    const raw = attributes.find((it) => !isSpread(it) && nameOf(it.name) === 'dangerouslySetInnerHTML')
    const start = [`<${tag}`, ...this.attributes(attributes.filter((it) => it !== raw)), '>']
    const inner = this.pieces(node.children)
    if (raw && inner.length > 0) throw new Error(`<${tag}> has both children and raw HTML`)
    if (isVoid(tag)) {
      if (raw || inner.length > 0) throw new Error(`<${tag}> cannot have content`)
      return start
    }
    return [...start, ...(raw ? [{ code: `(${this.value(raw)}).__html` }] : inner), `</${tag}>`]
  }

  private attributes(nodes: Node[]): Piece[] {
    if (!nodes.some(isSpread)) return nodes.flatMap((it) => this.attribute(it))
    return [{ code: `$attributes({ ${this.props(nodes).join(', ')} })` }]
  }

  private attribute(node: Node): Piece[] {
    const prop = nameOf(node.name)
    const name = attributeName(prop)
    if (name === '') return []
    if (prop === 'style') return [{ code: `$style(${this.value(node)})` }]
    if (node.value === null) return [booleanAttribute(name)]
    if (node.value.type === 'Literal') return [literalAttribute(name, textOf(node.value))]
    return [{ code: `$attribute(${stringLiteral(name)}, ${this.value(node)})` }]
  }

  private pieces(children: Node[]): Piece[] {
    return childrenOf(children).flatMap((child) =>
      typeof child === 'string' ? [escapeText(child)] : this.insertedPieces(expressionIn(child)),
    )
  }

  /** A value between tags. JSX on either side of a condition needs no object. */
  private insertedPieces(node: Node): Piece[] {
    if (node.type === 'ParenthesizedExpression') return this.insertedPieces(node.expression)
    if (node.type === 'JSXFragment' || (node.type === 'JSXElement' && isFragment(node)))
      return this.pieces(node.children)
    if (node.type === 'JSXElement' && !isComponent(node) && !isUncompiled(node)) return this.element(node)
    if (node.type === 'ConditionalExpression') {
      const [yes, no] = [
        concatenation(this.insertedPieces(node.consequent)),
        concatenation(this.insertedPieces(node.alternate)),
      ]
      return [{ code: `(${this.source(node.test)} ? ${yes} : ${no})` }]
    }
    if (node.type === 'LogicalExpression' && node.operator === '&&')
      return [
        {
          code: `(($held = ${this.source(node.left)}) ? ${concatenation(this.insertedPieces(node.right))} : $insert($held))`,
        },
      ]
    return [{ code: `$insert(${this.source(node)})` }]
  }
}

/** The outermost JSX in a node, in the order of the source. */
function outermostJsx(node: Node): Node[] {
  const found: Node[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      const { type } = value as Node
      if (type === 'JSXElement' || type === 'JSXFragment') found.push(value as Node)
      else Object.values(value).forEach(visit)
    }
  }
  Object.values(node).forEach(visit)
  return found.sort((a, b) => a.start - b.start)
}

function isFragment({ openingElement }: Node): boolean {
  return nameOf(openingElement.name) === 'Fragment'
}

function isComponent({ openingElement: { name } }: Node): boolean {
  return name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name as string)
}

function isUncompiled({ openingElement: { name } }: Node): boolean {
  return uncompiledElements.has(nameOf(name))
}

function isSpread({ type }: Node): boolean {
  return type === 'JSXSpreadAttribute'
}

function booleanAttribute(name: string): string {
  if (isBoolean(name)) return ` ${name}=""`
  if (isEnumerated(name)) return ` ${name}="true"`
  throw new Error(`${name} needs a value`)
}

function literalAttribute(name: string, value: string): string {
  if (isScriptAddress(name, value)) throw new Error(`${name}="${value}" would run a script`)
  return isBoolean(name) ? (value ? ` ${name}=""` : '') : ` ${name}="${escapeAttribute(value)}"`
}

function stringLiteral(text: string): string {
  return JSON.stringify(text)
}

/** One expression that is all pieces together. */
function concatenation(pieces: Piece[]): string {
  const parts: string[] = []
  let text = ''
  for (const piece of [...pieces, { code: '' }]) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    if (text !== '') parts.push(stringLiteral(text))
    text = ''
    if (piece.code !== '') parts.push(piece.code)
  }
  return parts.join(' + ') || '""'
}
