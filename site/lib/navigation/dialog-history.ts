// A layer is a modal dialog with an entry of its own in the history: Back closes it and does not leave the page.

interface Layer {
  isOpen(): boolean
  close(): void
}

interface LayerState {
  /** How many layers are open at this entry. */
  layer?: number
}

const stateNow = () => (window.history.state ?? {}) as LayerState
const depth = () => stateNow().layer ?? 0
const address = () => window.location.pathname + window.location.search

let layers: Layer[] = []
// The address at which the lowest layer was opened.
let base = ''
// True while our own step through the history is under way.
let travelling = false
let listening = false

/** Adds a history entry for a layer that has opened. Returns the function that its owner calls once it has closed. */
export function enterLayer(layer: Layer): () => void {
  if (!listening) window.addEventListener('popstate', onPop, { capture: true })
  listening = true
  layers.push(layer)
  settle()
  return () => void setTimeout(settle)
}

/** Opens one of the browser's own dialogs as a layer. */
export function openLayer(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  const closed = enterLayer({ isOpen: () => dialog.isConnected && dialog.open, close: () => dialog.close() })
  dialog.addEventListener('close', closed, { once: true })
}

/** Adds or leaves history entries until there is one for each open layer. */
function settle(): void {
  if (travelling) return
  layers = layers.filter((layer) => layer.isOpen())
  const open = layers.length
  if (open > depth()) return enter(open)
  if (open === depth()) return
  // A choice in the layer has changed the address: its entry stays in the history, as one of the page.
  if (address() !== base) return window.history.replaceState({ ...stateNow(), layer: open }, '')
  travelling = true
  window.history.go(open - depth())
}

function enter(open: number): void {
  if (depth() === 0) {
    base = address()
    window.history.replaceState({ ...stateNow(), scroll: [window.scrollX, window.scrollY] }, '')
  }
  while (depth() < open) window.history.pushState({ ...stateNow(), layer: depth() + 1 }, '')
}

function onPop(event: PopStateEvent): void {
  if (travelling) {
    travelling = false
    event.stopImmediatePropagation()
    return settle()
  }
  const above = layers.slice(depth()).filter((layer) => layer.isOpen())
  for (const layer of above.reverse()) layer.close()
  // The page below is shown already, unless a layer has changed the address.
  if (above.length > 0 && address() === base) event.stopImmediatePropagation()
  else if (depth() > layers.length) settle()
}
