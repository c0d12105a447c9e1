import type { ReactNode } from 'react'
import { CartPlace } from './cart-wait'
import { NoScript } from '../../components/blocks/no-script'

interface Props {
  /** What a cart with nothing in it is told. */
  empty: ReactNode
  /** What those without scripts are told; the ways to reach a person follow. */
  noScript: string
}

/** The cart or the checkout before its script: the size of what is coming, or words where nothing comes. */
export function BookingFallback({ empty, noScript }: Props) {
  return (
    <>
      <CartPlace empty={empty} />
      <NoScript text={noScript} />
    </>
  )
}
