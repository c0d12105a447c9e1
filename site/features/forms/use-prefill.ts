import { useEffect, useEffectEvent } from 'react'
import { knownUser, type User } from '../account/session'
import type { Form } from './use-form'

/** Fills in what is known of a visitor who is signed in; what was typed stays. */
export function usePrefill<V extends object>({ fill }: Form<V>, valuesOf: (user: User) => Partial<V>): void {
  const fillIn = useEffectEvent((user: User) => fill(valuesOf(user)))
  useEffect(() => {
    knownUser().then(
      (user) => user && fillIn(user),
      () => {},
    )
  }, [])
}
