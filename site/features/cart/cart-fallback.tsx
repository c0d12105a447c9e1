import type { ReactNode } from 'react'
import { CartSkeleton } from './cart-skeleton'
import { NoScript } from '../../components/blocks/no-script'

interface Props {
  /** The text of an empty cart. */
  empty: ReactNode
  /** The text for visitors without scripts; the ways to reach a person follow. */
  noScript: string
}

/** The cart or the checkout before its script: a skeleton, or a text for visitors without scripts. */
export function CartFallback({ empty, noScript }: Props) {
  return (
    <>
      <CartSkeleton empty={empty} />
      <NoScript text={noScript} />
    </>
  )
}
