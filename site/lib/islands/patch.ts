/**
 * Returns a function that shows HTML in an element. It compares each HTML with the previous one and changes only the
 * differences, so that the focus, typed text, and nodes that other code has added to the element stay. Children are the
 * same if they have the same id or data-key, lead to the same address, or are of one kind in the same order.
 */
export function patcher(element: Element): (html: string) => void {
  // The node in the document for each node of the HTML before.
  const documentNodes = new WeakMap<Node, ChildNode>()
  let previous: ParentNode & Node = document.createDocumentFragment()

  function create(source: ChildNode): ChildNode {
    const node = document.importNode(source, false)
    documentNodes.set(source, node)
    for (const child of source.childNodes) node.appendChild(create(child))
    return node
  }

  function patchChildren(parent: Node, from: Node, to: Node): void {
    const oldChildren = childrenByKey(from)
    const newChildren = childrenByKey(to)
    for (const [key, source] of oldChildren) if (!newChildren.has(key)) documentNodes.get(source)?.remove()
    let last: ChildNode | undefined
    for (const [key, source] of newChildren) {
      const old = oldChildren.get(key)
      const node = old ? patch(old, source) : create(source)
      const next = last ? last.nextSibling : parent.firstChild
      if (node !== next) parent.insertBefore(node, next)
      last = node
    }
  }

  function patch(from: ChildNode, to: ChildNode): ChildNode {
    const node = documentNodes.get(from) ?? create(to)
    if (from.isEqualNode(to)) to.replaceWith(from)
    else {
      documentNodes.set(to, node)
      if (from instanceof Element && to instanceof Element) patchAttributes(node as Element, from, to)
      else node.nodeValue = to.nodeValue
      patchChildren(node, from, to)
    }
    return node
  }

  return (html) => {
    const template = document.createElement('template')
    template.innerHTML = html
    if (!previous.hasChildNodes()) element.replaceChildren()
    patchChildren(element, previous, template.content)
    previous = template.content
  }
}

function patchAttributes(node: Element, from: Element, to: Element): void {
  for (const { name } of from.attributes) if (!to.hasAttribute(name)) node.removeAttribute(name)
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) node.setAttribute(name, value)
  // After a visitor's choice the property differs from the attribute.
  if (node instanceof HTMLInputElement && node.type !== 'text') node.checked = to.hasAttribute('checked')
}

function childrenByKey(parent: Node): Map<string, ChildNode> {
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
