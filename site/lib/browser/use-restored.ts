import { useEffect, useEffectEvent } from 'react'

/** Calls `restored` when the browser shows the page again from its back/forward cache. */
export function useRestored(restored: () => void): void {
  const run = useEffectEvent(restored)
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && run()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
