/**
 * Returns a function that shows HTML in an element. It compares each HTML with the previous one and changes only the
 * differences, so that the focus, typed text, and nodes that other code has added to the element stay. Children are the
 * same if they have the same id or data-key, lead to the same address, or are of one kind in the same order.
 */
export function patcher(element: Element): (html: string) => void {
  // The node in the document for each node of the HTML before.
  const shown = new WeakMap<Node, ChildNode>()
  let before: ParentNode & Node = document.createDocumentFragment()

  function create(source: ChildNode): ChildNode {
    const node = document.importNode(source, false)
    shown.set(source, node)
    for (const child of source.childNodes) node.appendChild(create(child))
    return node
  }

  function patchChildren(parent: Node, from: Node, to: Node): void {
    const kept = keyed(from)
    const wanted = keyed(to)
    for (const [key, source] of kept) if (!wanted.has(key)) shown.get(source)?.remove()
    let last: ChildNode | undefined
    for (const [key, source] of wanted) {
      const old = kept.get(key)
      const node = old ? patch(old, source) : create(source)
      const next = last ? last.nextSibling : parent.firstChild
      if (node !== next) parent.insertBefore(node, next)
      last = node
    }
  }

  function patch(from: ChildNode, to: ChildNode): ChildNode {
    const node = shown.get(from) ?? create(to)
    if (from.isEqualNode(to)) to.replaceWith(from)
    else {
      shown.set(to, node)
      if (from instanceof Element && to instanceof Element) patchAttributes(node as Element, from, to)
      else node.nodeValue = to.nodeValue
      patchChildren(node, from, to)
    }
    return node
  }

  return (html) => {
    const template = document.createElement('template')
    template.innerHTML = html
    if (!before.hasChildNodes()) element.replaceChildren()
    patchChildren(element, before, template.content)
    before = template.content
  }
}

function patchAttributes(node: Element, from: Element, to: Element): void {
  for (const { name } of from.attributes) if (!to.hasAttribute(name)) node.removeAttribute(name)
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) node.setAttribute(name, value)
  // After a visitor's choice the property differs from the attribute.
  if (node instanceof HTMLInputElement && node.type !== 'text') node.checked = to.hasAttribute('checked')
}

function keyed(parent: Node): Map<string, ChildNode> {
  const found = new Map<string, ChildNode>()
  for (const child of parent.childNodes) {
    const name = `${child.nodeName} ${child instanceof HTMLElement ? keyOf(child) : ''} `
    let n = 0
    while (found.has(name + n)) n++
    found.set(name + n, child)
  }
  return found
}

/** Returns the key of an element among its siblings; for an item of a list, the address of its link. */
function keyOf(element: HTMLElement): string {
  const link = element.localName === 'li' && element.querySelector('a')?.getAttribute('href')
  return element.id || element.dataset.key || link || ''
}
