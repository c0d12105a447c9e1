import { TransferPoints } from '../../components/transfer-points'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

export function Transfers({ product: { pickup, dropOff } }: Props) {
  const { t } = site()
  return (
    <section className="part">
      <h2>{t('product.pickup')}</h2>
      {pickup || dropOff ? (
        <div className="pair">
          {pickup && (
            <TransferPoints
              title={t(pickup.points?.length ? 'product.pickupPoints' : 'cart.pickup')}
              note={t(pickup.included ? 'product.pickupIncluded' : 'product.pickupExtra')}
              transfer={pickup}
            />
          )}
          {dropOff && (
            <TransferPoints
              title={t(dropOff.points?.length ? 'product.dropOffPoints' : 'cart.dropOff')}
              note={t(dropOff.included ? 'product.dropOffIncluded' : 'product.dropOffExtra')}
              transfer={dropOff}
            />
          )}
        </div>
      ) : (
        <p>{t('product.noPickup')}</p>
      )}
      {(pickup?.addressRequired || dropOff?.addressRequired) && <p>{t('product.addressNeeded')}</p>}
    </section>
  )
}
