import { TransferPoints } from '../../components/product/transfer-points'
import type { ProductDetail } from '../../lib/payload.gen'
import { pickupText } from '../../lib/i18n/pickup-text'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

export function Transfers({ product: { pickup, dropOff, extras } }: Props) {
  const { t } = site()
  return (
    <section className="part">
      <h2>{t('product.pickup')}</h2>
      {pickup || dropOff ? (
        <div className="pair">
          {pickup && (
            <TransferPoints
              title={t(pickup.points?.length ? 'product.pickupPoints' : 'cart.pickup')}
              note={pickupText(pickup, extras)}
              transfer={pickup}
            />
          )}
          {dropOff && (
            <TransferPoints
              title={t(dropOff.points?.length ? 'product.dropOffPoints' : 'cart.dropOff')}
              note={
                dropOff.extra
                  ? pickupText(dropOff, extras)
                  : t(dropOff.included ? 'product.dropOffIncluded' : 'product.dropOffExtra')
              }
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
