import '../../features/booking/choices.css'
import { useId } from 'react'
import { ContactLinks } from '../../components/blocks/contact-links'
import { Section } from '../../components/blocks/section'
import { FieldError } from '../../features/forms/text-field'
import type { Cart } from '../../features/cart/cart'
import type { CheckoutInput } from '../../features/order/order'
import { clockOf } from '../../features/order/booking'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import { t } from '../../lib/site'

export type Method = CheckoutInput['method']

/** The ways to pay that a cart allows, the usual one first. */
export function methodsOf({ card, payLater }: Cart): Method[] {
  return [...(card ? (['card'] as const) : []), ...(payLater ? (['pay_later'] as const) : [])]
}

/** Reports whether the order is paid by card before it is booked. */
export function paysNow({ total }: Cart, method: Method | undefined): boolean {
  return method === 'card' && total > 0
}

interface Props {
  cart: Cart
  value: Method | undefined
  onChange: (method: Method) => void
  error?: string
}

/** The payment methods, card or pay later: a choice if there are both, or else the only one. */
export function Methods({ cart, value, onChange, error }: Props) {
  const id = useId()
  const methods = methodsOf(cart)
  const [only] = methods
  const free = cart.total === 0 && cart.items.some(({ available }) => available)
  if (methods.length > 1 && !free) {
    return (
      <Section title={t('checkout.method')}>
        <fieldset className="choices methods" aria-describedby={error ? `${id}-error` : undefined}>
          <legend className="sr-only">{t('checkout.method')}</legend>
          {methods.map((method) => (
            <label key={method} className="choice">
              <input
                type="radio"
                name={id}
                id={`method.${method}`}
                checked={method === value}
                onChange={() => onChange(method)}
              />
              <MethodText method={method} cart={cart} />
            </label>
          ))}
        </fieldset>
        <FieldError id={id} text={error} />
      </Section>
    )
  }
  return (
    <Section title={t('checkout.payment')}>
      {only ? (
        <p className="only-method">{free ? t('checkout.free') : <MethodText method={only} cart={cart} />}</p>
      ) : (
        <>
          {!cart.tooNear && <p>{t('checkout.noMethod')}</p>}
          <ContactLinks />
        </>
      )}
      {cart.tooNear && !free && <p className="small">{t('checkout.payTooNear', { title: cart.tooNear })}</p>}
      <FieldError id={id} text={error} />
    </Section>
  )
}

/** The sentences on when, where and how a reservation of the cart has to be paid. */
function payLaterSentences({ payBy: by, payAtStart, payWhere, card, items }: Cart) {
  const booked = items.filter(({ available }) => available)
  const [first] = booked
  if (!by || !first) return []
  const moment = deadlineAt(by, clockOf(first))
  return [
    t(payAtStart ? 'checkout.payAtStart' : 'checkout.payLaterBy', { moment }),
    payWhere,
    card && t('checkout.payLaterByCard'),
    booked.some(({ onRequest }) => onRequest) && t('checkout.payLaterRequest'),
  ]
}

/** The sentence on when a card is charged, if a supplier has to confirm anything: one payment covers the whole cart. */
function cardChargeSentence({ items }: Cart) {
  const booked = items.filter(({ available }) => available)
  if (!booked.some(({ onRequest }) => onRequest)) return undefined
  return t(booked.every(({ onRequest }) => onRequest) ? 'checkout.cardHold' : 'checkout.cardHoldMixed')
}

function MethodText({ method, cart }: { method: Method; cart: Cart }) {
  const byCard = method === 'card'
  const sentences = byCard ? [cardChargeSentence(cart)] : payLaterSentences(cart)
  return (
    <>
      <span className="strong">{t(byCard ? 'checkout.card' : 'checkout.payLater')}</span>
      <span className="small muted">
        {t(byCard ? 'checkout.cardText' : cart.payAtStart ? 'checkout.payAtStartText' : 'checkout.payLaterText')}
      </span>
      {sentences.filter(Boolean).map((sentence, n) => (
        <span key={n} className="small block">
          {sentence}
        </span>
      ))}
    </>
  )
}
