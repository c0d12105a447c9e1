import { CancellationLines } from '../../features/order/cancellation-lines'
import { CartSums, ProceedTotal } from '../../features/cart/cart-sums'
import { HelpContact } from '../../components/blocks/contact-links'
import { ActionLink } from '../../components/ui/action-link'
import { Interpolate } from '../../components/ui/interpolate'
import { Button } from '../../components/ui/button'
import { chosenPlace, clockOf, formatFullDate, startText } from '../../features/order/booking'
import { moneyIn } from '../../lib/money/price'
import { deadlineLines } from '../../features/order/cancellation-deadlines'
import type { Cart, CartItem } from '../../features/cart/cart'
import { dot, formatMoney, formatTime } from '../../lib/i18n/format'
import { href, t } from '../../lib/site'
import { quantityTexts, lengthText } from '../../lib/i18n/units'
import { HoldClock } from './hold-clock'
import { paysNow, type Method } from './methods'

interface Props {
  cart: Cart
  method: Method | undefined
  working: boolean
  /** The error of the order as a whole. */
  problem?: string
}

/** The summary of the order: items, total, terms and the button. */
export function OrderPanel({ cart, method, working, problem }: Props) {
  const available = cart.items.filter((item) => item.available)
  return (
    <section className="ticket ticket-frame" aria-labelledby="summary">
      <div className="ticket-body">
        <h2 id="summary">{t('cart.summary')}</h2>
        <CartSums cart={cart} itemText={(item) => <ItemLine item={item} method={method} />} />
        <ActionLink label={t('checkout.toCart')} href={href('/cart')} />
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        {/* In a new tab, so that the form keeps its text. */}
        <p className="small">
          <Interpolate
            message={(placeholders) => t('checkout.consent', placeholders)}
            values={{
              terms: <NewTabLink path="/terms-and-conditions" label={t('checkout.terms')} />,
              privacy: <NewTabLink path="/privacy-policy" label={t('checkout.privacy')} />,
            }}
          />
        </p>
        {paysNow(cart, method) && available.length > 0 && <HoldClock key={cart.heldUntil} cart={cart} />}
        {paysNow(cart, method) && <AcceptedCards names={cart.cards} />}
        {method && available.length > 0 && (
          <div className="way-on">
            <ProceedTotal cart={cart} />
            <Button type="submit" className="ticket-action" label={actionLabel(cart, method)} loading={working} />
            <FirstTerm items={available} method={method} />
          </div>
        )}
        <div role="status">{working && <PlacingOrder toPage={paysNow(cart, method)} />}</div>
        <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
        {problem && <HelpContact />}
      </div>
    </section>
  )
}

function actionLabel(cart: Cart, method: Method): string {
  if (cart.total === 0) return t('checkout.book')
  return method === 'pay_later'
    ? t('checkout.reserve')
    : t('checkout.pay', { amount: formatMoney(moneyIn(cart, cart.total)) })
}

function ItemLine({ item, method }: { item: CartItem; method: Method | undefined }) {
  const terms = termsOf(item, method)
  const details = [
    startText(item),
    lengthText(item.length, item.lengthBy),
    ...quantityTexts([...item.units, ...item.extras]),
  ]
  return (
    <>
      <span className="strong block">{item.product.title}</span>
      <small className="muted block">{formatFullDate(item.date)}</small>
      <small className="muted block">{details.filter(Boolean).join(dot)}</small>
      <MeetingLine item={item} />
      {terms && <CancellationLines terms={terms} place={clockOf(item)} />}
    </>
  )
}

/** The pickup, or the meeting point. */
function MeetingLine({ item }: { item: CartItem }) {
  const { title, time, address } = item.pickup ? (chosenPlace(item.pickup) ?? {}) : (item.meeting ?? {})
  const place = [time && formatTime(time), title, item.pickup && address].filter(Boolean)
  if (place.length === 0) return null
  return (
    <small className="muted block">
      {t('labelled', { label: t(item.pickup ? 'cart.pickup' : 'places.meeting'), value: place.join(dot) })}
    </small>
  )
}

/** The first refund rule, beside the button on phones; with several items, each shows its own above. */
function FirstTerm({ items: [item, ...others], method }: { items: CartItem[]; method: Method }) {
  const terms = item && termsOf(item, method)
  if (!item || others.length > 0 || !terms) return null
  const [first] = deadlineLines(terms, clockOf(item))
  return first ? <p className="small muted way-on-terms">{first.text}</p> : null
}

function termsOf({ cancellation }: CartItem, method: Method | undefined): CartItem['cancellation'] {
  return cancellation && { ...cancellation, ...(method === 'pay_later' && { freeUntil: 'payment' as const }) }
}

function AcceptedCards({ names = [] }: { names?: string[] }) {
  if (names.length === 0) return null
  return (
    <ul className="cards-taken" aria-label={t('checkout.cards')}>
      {names.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

function NewTabLink({ path, label }: { path: string; label: string }) {
  return (
    <a className="link" href={href(path)} target="_blank">
      {label}
    </a>
  )
}

function PlacingOrder({ toPage }: { toPage: boolean }) {
  return (
    <div className="notice">
      <p>
        <b className="block">{t('checkout.working')}</b>
        {t(toPage ? 'checkout.workingText' : 'checkout.workingLater')}
      </p>
    </div>
  )
}
