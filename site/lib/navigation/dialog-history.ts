// A layer is a modal dialog with an entry of its own in the history: Back closes it and does not leave the page.

interface Layer {
  isOpen(): boolean
  close(): void
}

interface LayerState {
  /** How many layers are open at this entry. */
  layer?: number
}

const historyState = () => (window.history.state ?? {}) as LayerState
const entryDepth = () => historyState().layer ?? 0
const currentAddress = () => window.location.pathname + window.location.search

let layers: Layer[] = []
// The address at which the lowest layer was opened.
let baseAddress = ''
// True while our own step through the history is under way.
let isTraversing = false
let listening = false

/** Adds a history entry for a layer that has opened. Returns the function that its owner calls once it has closed. */
export function pushLayer(layer: Layer): () => void {
  if (!listening) window.addEventListener('popstate', onPop, { capture: true })
  listening = true
  layers.push(layer)
  syncHistory()
  return () => void setTimeout(syncHistory)
}

/** Opens one of the browser's own dialogs as a layer. */
export function openLayer(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.showModal()
  const closed = pushLayer({ isOpen: () => dialog.isConnected && dialog.open, close: () => dialog.close() })
  dialog.addEventListener('close', closed, { once: true })
}

/** Adds or leaves history entries until there is one for each open layer. */
function syncHistory(): void {
  if (isTraversing) return
  layers = layers.filter((layer) => layer.isOpen())
  const open = layers.length
  if (open > entryDepth()) return pushEntries(open)
  if (open === entryDepth()) return
  // A choice in the layer has changed the address: its entry stays in the history, as one of the page.
  if (currentAddress() !== baseAddress) return window.history.replaceState({ ...historyState(), layer: open }, '')
  isTraversing = true
  window.history.go(open - entryDepth())
}

function pushEntries(open: number): void {
  if (entryDepth() === 0) {
    baseAddress = currentAddress()
    // Without its fragment: browsers scroll to one, and blur the focus, when they return to its entry.
    window.history.replaceState({ ...historyState(), scroll: [window.scrollX, window.scrollY] }, '', baseAddress)
  }
  while (entryDepth() < open) window.history.pushState({ ...historyState(), layer: entryDepth() + 1 }, '')
}

function onPop(event: PopStateEvent): void {
  if (isTraversing) {
    isTraversing = false
    event.stopImmediatePropagation()
    return syncHistory()
  }
  const above = layers.slice(entryDepth()).filter((layer) => layer.isOpen())
  for (const layer of above.reverse()) layer.close()
  // The page below is shown already, unless a layer has changed the address.
  if (above.length > 0 && currentAddress() === baseAddress) event.stopImmediatePropagation()
  else if (entryDepth() > layers.length) syncHistory()
}
