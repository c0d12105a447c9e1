import { lazy } from 'react'
import { whenOnline } from '../../lib/offline'
import { TicketPlace } from './ticket-place'
import type { TicketProduct } from './ticket-product'

export interface Props {
  product: TicketProduct
}

// What asks the server, and the calendar, are for those who want to know: React alone nearly fills the page's budget.
const loadForm = () => import('./ticket-form').then((module) => ({ default: module.TicketForm }))
const TicketForm = lazy(() => whenOnline(loadForm))

function preload(): void {
  for (const part of [loadForm(), import('./calendar')]) part.catch(() => {})
}

/** The ticket beside a product that has a price. */
export function Ticket({ product }: Props) {
  return (
    <TicketPlace
      product={product}
      preload={preload}
      form={(openAt) => <TicketForm product={product} openAt={openAt} />}
    />
  )
}
