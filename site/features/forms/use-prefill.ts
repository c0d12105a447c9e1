import { useEffect, useEffectEvent } from 'react'
import { loadUserIfSignedIn, type User } from '../account/session'
import type { Form } from './use-form'

/** Fills in the signed-in user's details; fields with text keep it. */
export function usePrefill<V extends object>({ fill }: Form<V>, valuesOf: (user: User) => Partial<V>): void {
  const fillIn = useEffectEvent((user: User) => fill(valuesOf(user)))
  useEffect(() => {
    loadUserIfSignedIn().then(
      (user) => user && fillIn(user),
      () => {},
    )
  }, [])
}
