import { lazy } from 'react'
import { whenOnline } from '../../lib/offline'
import { site } from '../../lib/site'
import { TicketPlace } from '../ticket/ticket-place'
import type { TicketProduct } from '../ticket/ticket-product'

export interface Props {
  product: TicketProduct
}

const loadForm = () => import('./request-form').then((module) => ({ default: module.RequestForm }))
const RequestForm = lazy(() => whenOnline(loadForm))

function preload(): void {
  for (const part of [loadForm(), import('../ticket/calendar')]) part.catch(() => {})
}

/** The ticket beside a product without a fixed price: it asks for one. */
export function Negotiation({ product }: Props) {
  return (
    <TicketPlace
      product={product}
      label={site().t('booking.ask')}
      preload={preload}
      form={(openAt) => <RequestForm product={product} openAt={openAt} />}
    />
  )
}
