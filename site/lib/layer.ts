// A layer is a modal dialog with an entry of its own in the history, so that Back closes it and does not leave the page.

interface LayerState {
  /** How many layers are open at this entry. */
  layer?: number
}

const stateNow = () => (window.history.state ?? {}) as LayerState
const depth = () => stateNow().layer ?? 0
const address = () => window.location.pathname + window.location.search

let layers: HTMLDialogElement[] = []
// The address that the lowest layer was opened at.
let base = ''
// A step of ours through the history is under way.
let travelling = false
let listening = false

/** Opens a modal dialog. Back closes it; however else it is closed, its entry leaves the history. */
export function openLayer(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  if (!listening) window.addEventListener('popstate', onPop, { capture: true })
  listening = true
  dialog.showModal()
  layers.push(dialog)
  dialog.addEventListener('close', () => setTimeout(settle), { once: true })
  settle()
}

/** Brings the history in line with the layers that are open. */
function settle(): void {
  if (travelling) return
  layers = layers.filter((dialog) => dialog.isConnected && dialog.open)
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
  const above = layers.slice(depth()).filter(({ open }) => open)
  for (const dialog of above.reverse()) dialog.close()
  // The page below is the one that is shown already, unless a layer has changed the address.
  if (above.length > 0 && address() === base) event.stopImmediatePropagation()
  else if (depth() > layers.length) settle()
}
