import '../../styles/choosing.css'
import { useId } from 'react'
import { ContactWays } from '../../components/contact-ways'
import { Section } from '../../components/section'
import { FieldError } from '../../components/ui/text-field'
import type { Cart } from '../../lib/cart'
import type { CheckoutInput } from '../../lib/order'
import { site } from '../../lib/site'

export type Method = CheckoutInput['method']

/** The ways to pay that a cart allows, the usual one first. */
export function methodsOf({ card, payLater }: Cart): Method[] {
  return [...(card ? (['card'] as const) : []), ...(payLater ? (['pay_later'] as const) : [])]
}

interface Props {
  cart: Cart
  value: Method | undefined
  onChange: (method: Method) => void
  error?: string
}

/** By card now, or reserve now and pay later: a choice where there are both, else how it is. */
export function Methods({ cart, value, onChange, error }: Props) {
  const { t } = site()
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
              <MethodWords method={method} cart={cart} />
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
        <p className="only-method">{free ? t('checkout.free') : <MethodWords method={only} cart={cart} />}</p>
      ) : (
        <>
          <p>{t('checkout.noMethod')}</p>
          <ContactWays />
        </>
      )}
      <FieldError id={id} text={error} />
    </Section>
  )
}

function MethodWords({ method, cart }: { method: Method; cart: Cart }) {
  const { t } = site()
  const onRequest = cart.items.some((item) => item.onRequest)
  const words = {
    card: { title: t('checkout.card'), text: t('checkout.cardText') + (onRequest ? ` ${t('checkout.cardHold')}` : '') },
    pay_later: { title: t('checkout.payLater'), text: t('checkout.payLaterText') },
  }
  return (
    <>
      <span className="strong">{words[method].title}</span>
      <span className="small muted">{words[method].text}</span>
    </>
  )
}
