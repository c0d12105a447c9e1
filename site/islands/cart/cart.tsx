import '../../styles/booking.css'
import { BlankTicket } from '../../components/blank-ticket'
import { BookingSkeleton } from '../../components/booking-skeleton'
import { LoadFailure } from '../../components/load-failure'
import { site } from '../../lib/site'
import { FullCart } from './full-cart'
import { Items, useRemoved } from './items'
import { useCart } from './use-cart'

/** The cart: what is in it, who travels, where they are collected, what it comes to. */
export function CartIsland() {
  const { t, listingPath } = site()
  const { cart, problem, load } = useCart()
  const kept = useRemoved()
  if (!cart && problem) return <LoadFailure problem={problem} onRetry={() => void load()} />
  if (!cart) {
    return (
      <>
        <p className="sr-only" role="status">
          {t('cart.loading')}
        </p>
        <BookingSkeleton />
      </>
    )
  }
  if (cart.items.length > 0) return <FullCart cart={cart} kept={kept} />
  return (
    <>
      <Items cart={cart} {...kept} />
      <BlankTicket
        title={t('cart.empty')}
        text={t('cart.emptyText')}
        action={{ path: listingPath, label: t('cart.browse') }}
      />
    </>
  )
}
