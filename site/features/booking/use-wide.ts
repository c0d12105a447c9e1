import { useSyncExternalStore } from 'react'

// From this width on the ticket has its own column, as in features/booking/ticket.css.
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
