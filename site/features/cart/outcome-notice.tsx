import type { ReactNode } from 'react'
import { totalLabel } from '../order/booking'
import { moneyIn } from '../../lib/money/price'
import type { Cart } from './cart'
import { t } from '../../lib/site'
import { Amount } from '../../components/ui/amount'
import { Interpolate } from '../../components/ui/interpolate'
import { Icon } from '../../components/ui/icon'

interface Props {
  cart: Cart
  /** The actions. */
  children?: ReactNode
}

/** The outcome of the cart's check, for the visitor to review, and the present total. */
export function OutcomeNotice({ cart, children }: Props) {
  const { outcome } = cart
  if (outcome === 'empty') return null
  const allAvailable = outcome === 'all_available'
  return (
    <div className={allAvailable ? 'notice outcome' : 'notice outcome outcome-changed'}>
      <Icon name={allAvailable ? 'check' : 'info'} />
      <div>
        <p className={allAvailable ? undefined : 'strong'}>{t(`cart.${outcome}`)}</p>
        {outcome === 'none_available' ? (
          <p>{t('cart.noneText')}</p>
        ) : (
          <p>
            <Interpolate
              message={(placeholders) => t('labelled', placeholders)}
              values={{
                label: totalLabel(cart),
                value: <Amount className="strong" money={moneyIn(cart, cart.total)} />,
              }}
            />
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
