import { useStore } from '@nanostores/react'
import { BookingFacts } from '../../features/order/booking-facts'
import { ActionLink } from '../../components/ui/action-link'
import { Disclosure } from '../../components/ui/disclosure'
import { PriceLines } from '../../features/order/price-lines'
import { Amount } from '../../components/ui/amount'
import { Interpolate } from '../../components/ui/interpolate'
import { Icon } from '../../components/ui/icon'
import { Picture } from '../../components/ui/picture'
import { chosenPlace, deadlineText, type Currency } from '../../features/order/booking'
import { moneyIn } from '../../lib/money/price'
import type { CartItem } from '../../features/cart/cart'
import type { Problem } from '../../features/http/api'
import { fieldErrorTexts, problemText } from '../../features/http/problems'
import { href, t } from '../../lib/site'
import { Quantities } from './quantities'
import { editedChoice, pendingEdits } from '../../features/cart/pending-edits'
import { saveItemDraft } from '../../features/booking/item-draft'

interface Props {
  item: CartItem
  currency: Currency
  onRemove: () => void
}

/** One activity in the cart, in the look of its ticket. */
export function Item({ item, currency, onRemove }: Props) {
  const edit = useStore(pendingEdits)[item.id]
  const { title, path } = item.product
  return (
    <li className="ticket cart-item" data-unavailable={!item.available || undefined} aria-busy={!!edit?.choice}>
      <Head item={item} currency={currency} />
      <div className="cart-item-facts">
        <Facts item={item} />
        {item.onRequest && (
          <p className="icon-line small muted">
            <Icon name="info" />
            {t('cart.onRequest')}
          </p>
        )}
        <AgreedPrice item={item} />
      </div>
      <hr className="tear" />
      <div className="cart-item-foot">
        {item.units.length > 0 && (!item.agreed || item.extras.length > 0) && (
          <Disclosure
            title={t(
              item.agreed ? 'cart.changeExtras' : item.extras.length > 0 ? 'cart.change' : 'cart.changeTravellers',
            )}
          >
            <Quantities item={item} pendingChoice={edit?.choice} />
          </Disclosure>
        )}
        <div role="alert">{edit?.problem && <p className="field-error">{editErrorText(edit.problem)}</p>}</div>
        {item.price.lines.length > 0 && (
          <Disclosure title={t('cart.priceDetails')}>
            <PriceLines price={item.price} currency={currency} />
          </Disclosure>
        )}
        <p className="cart-item-actions">
          {path && !item.agreed && !item.agreedEnded && (
            <ActionLink
              icon="calendar"
              label={t('cart.changeDate')}
              href={`${href(path)}?item=${item.id}`}
              onClick={() => saveItemDraft(item.id, editedChoice(item))}
            />
          )}
          {!item.available && !item.agreedEnded && (
            <ActionLink icon="search" label={t('cart.similar')} href={href(similarPath(path))} />
          )}
          <ActionLink
            icon="cross"
            label={t('cart.remove')}
            aria-label={t('cart.removeItem', { title })}
            onClick={onRemove}
          />
        </p>
      </div>
    </li>
  )
}

/** Shows when an agreed price expires, in the time zone of its place; once expired, a link to request another. */
function AgreedPrice({ item }: { item: CartItem }) {
  const { agreed, agreedUntil, agreedEnded, product } = item
  if (agreed) {
    return (
      <>
        <p className="icon-line small muted">
          <Icon name="info" />
          {t('cart.agreed')}
        </p>
        <p className="small">
          {agreedUntil ? t('cart.agreedUntil', { moment: deadlineText(agreedUntil, item) }) : t('cart.agreedForever')}
        </p>
      </>
    )
  }
  if (!agreedEnded) return null
  return (
    <p className="small">
      <Icon name="info" /> {t('cart.agreedOver')}{' '}
      {product.path && <ActionLink label={t('cart.askAgain')} href={href(product.path)} />}
    </p>
  )
}

function Facts({ item }: { item: CartItem }) {
  const pickup = chosenPlace(item.pickup)
  return (
    <BookingFacts
      booked={item}
      meeting={item.pickup ? undefined : item.meeting}
      pickup={pickup}
      dropOff={chosenPlace(item.dropOff)}
      pickupPending={item.pickup && !pickup}
    />
  )
}

/** Returns the listing above a product's page; for a product without a page, the page of unavailable products. */
function similarPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/unavailable'
}

function Head({ item, currency }: Omit<Props, 'onRemove'>) {
  const { product, price } = item
  return (
    <div className="cart-item-head">
      {product.image && <Picture preset="thumb" className="cart-item-picture" image={product.image} decorative />}
      <div className="cart-item-title">
        <h3>{product.path ? <a href={href(product.path)}>{product.title}</a> : product.title}</h3>
        {item.option.title !== product.title && <p className="muted">{item.option.title}</p>}
        <Flags item={item} currency={currency} />
      </div>
      {price.lines.length > 0 && (
        <p className="cart-item-price">
          {price.discount > 0 && (
            <s className="muted">
              <span className="sr-only">{t('card.wasPrice')} </span>
              <Amount money={moneyIn(currency, price.original)} />
            </s>
          )}
          <Amount
            className={price.discount > 0 ? 'price-amount price-now' : 'price-amount'}
            money={moneyIn(currency, price.total)}
          />
        </p>
      )}
    </div>
  )
}

function Flags({ item, currency }: Omit<Props, 'onRemove'>) {
  return (
    <>
      {!item.available && <p className="flag flag-bad">{unavailability(item)}</p>}
      {item.available && item.status === 'LIMITED' && (
        <p className="flag">{t('cart.seatsLeft', { count: item.vacancies })}</p>
      )}
      {item.available && item.priceChanged && (
        <p className="flag flag-bad">
          <Interpolate
            message={(placeholders) => t('cart.priceChanged', placeholders)}
            values={{
              before: <Amount money={moneyIn(currency, item.quoted)} />,
              now: <Amount money={moneyIn(currency, item.price.total)} />,
            }}
          />
        </p>
      )}
    </>
  )
}

function unavailability({ product, status, vacancies, agreedEnded }: CartItem): string {
  if (!product.path || agreedEnded) return t('cart.notAvailable')
  if (status === 'SOLD_OUT') return t('cart.soldOut')
  if (status === 'CLOSED') return t('cart.closed')
  return vacancies > 0 ? t('cart.onlyLeft', { count: vacancies }) : t('cart.notAvailable')
}

/** Returns why an item cannot be changed or put back, by its fields. */
export function editErrorText(problem: Problem): string {
  return [...new Set(Object.values(fieldErrorTexts(problem.fields)))].join(' ') || problemText(problem)
}
