// A layer is a modal dialog with an entry of its own in the history, so that Back closes it and does not leave the page.

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
// The address that the lowest layer was opened at.
let base = ''
// A step of ours through the history is under way.
let travelling = false
let listening = false

/** Gives a layer that has opened its entry. Returns what its owner calls after it has closed, in whatever way. */
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

/** Brings the history in line with the layers that are open. */
function settle(): void {
  if (travelling) return
  layers = layers.filter((layer) => layer.isOpen())
  const open = layers.length
  if (open > depth()) return enter(open)
  if (open === depth()) return
  // What was chosen in a layer may have changed the address: that entry is kept, and is no layer's any more.
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
  // The page below is the one that is shown already, unless a layer has changed the address.
  if (above.length > 0 && address() === base) event.stopImmediatePropagation()
  else if (depth() > layers.length) settle()
}
