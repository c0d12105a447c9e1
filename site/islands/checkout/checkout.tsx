import '../../features/order/booking.css'
import './checkout.css'
import { CartLoading } from '../../features/cart/cart-loading'
import { EmptyCheckout } from '../../features/cart/empty-cart'
import { useCart } from '../../features/cart/use-cart'
import { OutcomeNotice } from '../../features/cart/outcome-notice'
import type { Cart, CartItem } from '../../features/cart/cart'
import { href, t } from '../../lib/site'
import { Methods, paysNow } from './methods'
import { OrderPanel } from './order-panel'
import { useCheckout } from './use-checkout'
import { Section } from '../../components/blocks/section'
import { EmailField, TextField } from '../../features/forms/text-field'
import type { Form } from '../../features/forms/use-form'
import type { BuyerValues } from '../../features/order/buyer'
import { PhoneFields } from '../../features/phone/phone-fields'
import { useStore } from '@nanostores/react'
import { PickupFields } from '../../features/booking/pickup-fields'
import { fullDay } from '../../features/order/booking'
import { needsChoice, placeOf, ways } from '../../features/booking/pickup-places'
import { problemText } from '../../features/http/problems'
import { changeItem, pendingEdits } from '../../features/cart/pending-edits'

/** The checkout: it leads to the payment page, or to a reservation. */
export function CheckoutIsland() {
  const { cart, problem, retry } = useCart()
  if (!cart) return <CartLoading empty={<EmptyCheckout />} problem={problem} onRetry={retry} />
  return cart.items.length > 0 ? <CheckoutForm cart={cart} /> : <EmptyCheckout />
}

function CheckoutForm({ cart }: { cart: Cart }) {
  const { form, method, setMethod, remember, setRemember, trouble, problem, working, submit } = useCheckout(cart)
  return (
    <form className="booking-grid" noValidate aria-busy={working} onSubmit={(event) => void submit(event)}>
      <div className="checkout-main">
        <Steps withPayment={paysNow(cart, method)} />
        <div role="status">
          {cart.outcome !== 'all_available' && (
            <OutcomeNotice cart={cart}>
              <CartLink path="/cart" label="checkout.toReview" />
            </OutcomeNotice>
          )}
        </div>
        <div role="alert">{trouble.guest && <GuestTrouble />}</div>
        <BuyerFields form={form} remember={remember} onRemember={setRemember} />
        <Pickups items={cart.items} errors={trouble.fields} />
        <Methods cart={cart} value={method} onChange={setMethod} error={trouble.method} />
      </div>
      <div className="booking-side">
        <OrderPanel cart={cart} method={method} working={working} problem={problem} />
      </div>
    </form>
  )
}

function GuestTrouble() {
  return (
    <div className="notice outcome-changed">
      <p>
        {t('checkout.guestWrong')} <CartLink path="/cart#guest" label="checkout.guestEdit" />
      </p>
    </div>
  )
}

function CartLink({ path, label }: { path: string; label: 'checkout.toReview' | 'checkout.guestEdit' }) {
  return (
    <a className="go link" href={href(path)}>
      {t(label)}
    </a>
  )
}

/** The steps of a booking. Checkout is the first. */
function Steps({ withPayment }: { withPayment: boolean }) {
  const next = withPayment ? (['payment', 'done'] as const) : (['done'] as const)
  return (
    <ol className="steps" aria-label={t('checkout.steps')}>
      <li aria-current="step">{t('checkout.step.details')}</li>
      {next.map((step) => (
        <li key={step}>{t(`checkout.step.${step}`)}</li>
      ))}
    </ol>
  )
}

interface Props {
  form: Form<BuyerValues>
  remember: boolean
  onRemember: (remember: boolean) => void
}

/** The five fields of the buyer: name and contact details. */
function BuyerFields({ form, remember, onRemember }: Props) {
  const { field } = form
  return (
    <Section title={t('checkout.buyer')}>
      <p className="muted">{t('checkout.buyerText')}</p>
      <div className="field-grid">
        <TextField {...field('firstName')} label={t('checkout.firstName')} maxLength={100} autoComplete="given-name" />
        <TextField {...field('lastName')} label={t('checkout.lastName')} maxLength={100} autoComplete="family-name" />
        <EmailField
          {...field('email')}
          className="field-wide"
          label={t('checkout.email')}
          hint={t('checkout.emailHint')}
        />
        <PhoneFields country={field('phoneCountry')} phone={field('phone')} maxLength={40} />
      </div>
      <Remember checked={remember} onChange={onRemember} />
      <a className="go link" href={href('/cart#guest')}>
        {t('checkout.forSomeone')}
      </a>
    </Section>
  )
}

/** Consent to being remembered beyond this visit. */
function Remember({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby="remember-text"
          onChange={({ target }) => onChange(target.checked)}
        />
        {t('checkout.remember')}
      </label>
      <p id="remember-text" className="small muted">
        {t('checkout.rememberText')}
      </p>
    </>
  )
}

/** Errors in words, by the API's field names: `items.<id>.pickup.address`. */
type Errors = Record<string, string>

/** The pickup and drop-off questions of each activity. */
function Pickups({ items, errors }: { items: CartItem[]; errors: Errors }) {
  const pending = items.filter((item) => item.available && ways.some((way) => needsChoice(item[way])))
  if (pending.length === 0) return null
  return (
    <Section title={t('places.title')}>
      {pending.map((item) => (
        <ItemPlaces key={item.id} item={item} errors={errors} />
      ))}
    </Section>
  )
}

function ItemPlaces({ item, errors }: { item: CartItem; errors: Errors }) {
  const edit = useStore(pendingEdits)[item.id]
  return (
    <fieldset className="transfer-fields">
      <legend>
        <b>{item.product.title}</b>
        <span className="small muted block">{fullDay(item.date)}</span>
      </legend>
      {ways.map((way) => {
        const transfer = item[way]
        if (!needsChoice(transfer)) return null
        return (
          <PickupFields
            key={way}
            way={way}
            transfer={transfer}
            answer={(edit?.choice ? edit.choice[way] : placeOf(transfer)) ?? {}}
            name={`items.${item.id}.${way}`}
            errors={errors}
            onChange={(place) => void changeItem(item, { [way]: place })}
          />
        )
      })}
      <div role="alert">{edit?.problem && <p className="field-error">{problemText(edit.problem)}</p>}</div>
    </fieldset>
  )
}
