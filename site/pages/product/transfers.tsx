import { TransferPoints } from '../../components/transfer-points'
import type { ProductDetail, Transfer } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

export function Transfers({ product: { pickup, dropOff, extras } }: Props) {
  const { t } = site()
  const paid = ({ included, extra }: Transfer, says: { included: string; onRequest: string }) => {
    const title = extras?.find(({ id }) => id === extra)?.title
    if (title) return t('places.withExtra', { extra: title })
    return included ? says.included : says.onRequest
  }
  return (
    <section className="part">
      <h2>{t('product.pickup')}</h2>
      {pickup || dropOff ? (
        <div className="pair">
          {pickup && (
            <TransferPoints
              title={t(pickup.points?.length ? 'product.pickupPoints' : 'cart.pickup')}
              note={paid(pickup, { included: t('places.askedAtCheckout'), onRequest: t('product.pickupExtra') })}
              transfer={pickup}
            />
          )}
          {dropOff && (
            <TransferPoints
              title={t(dropOff.points?.length ? 'product.dropOffPoints' : 'cart.dropOff')}
              note={paid(dropOff, { included: t('product.dropOffIncluded'), onRequest: t('product.dropOffExtra') })}
              transfer={dropOff}
            />
          )}
        </div>
      ) : (
        <p>{t('product.noPickup')}</p>
      )}
    </section>
  )
}
