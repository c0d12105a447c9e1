import { useSyncExternalStore } from 'react'

// From here on the ticket has a column of its own; features/booking/ticket.css says the same.
const query = '(width >= 64rem)'

function subscribe(changed: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
}
