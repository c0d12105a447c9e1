import { momentOf } from './booking'
import type { Order } from './order'
import { site } from '../../lib/site'

interface Props {
  order: Order
}

/** Until when the buyer of an order on hold hears of it, and what becomes of the reserved amount; nothing where nothing waits. */
export function ConfirmBy({ order: { confirmBy, bookings } }: Props) {
  const { t } = site()
  const [first] = bookings
  if (!confirmBy || !first) return null
  return (
    <>
      <p className="strong">{t('result.confirmBy', momentOf(confirmBy, first))}</p>
      <p>{t('result.confirmByMoney')}</p>
    </>
  )
}
