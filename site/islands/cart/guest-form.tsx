import { useEffect, useState } from 'react'
import { Disclosure } from '../../components/ui/disclosure'
import { Section } from '../../components/blocks/section'
import { TextArea } from '../../features/forms/text-area'
import { EmailField, TextField } from '../../features/forms/text-field'
import { focusFirst } from '../../features/forms/focus-first'
import type { CartItem, Guest } from '../../features/cart/cart'
import { formatCount } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import type { Form } from '../../features/forms/use-form'
import { isGuestNamed, maxInfoLength, type GuestDraft } from '../../features/cart/guest'

interface Props {
  form: Form<GuestDraft, Guest>
  /** The items that can be booked. */
  items: CartItem[]
}

/** The lead traveller, if not the buyer; how many travel; a note for the guide. */
export function GuestForm({ form, items }: Props) {
  const { values } = form
  const named = isGuestNamed(values)
  // Decided once, so that it stays open while the visitor empties a field.
  const [opened] = useState(() => named || values.info !== '')
  useEffect(() => {
    // Links of the checkout lead to the lead traveller.
    if (window.location.hash === '#guest') focusFirst(['guest.name'])
  }, [])
  const field = (name: keyof GuestDraft) => ({ ...form.field(name), optional: !named })
  return (
    <Section title={t('cart.guest')} id="guest">
      <Disclosure title={t('cart.guestFold')} defaultOpen={opened}>
        <p className="muted">{t('cart.guestText')}</p>
        <div className="field-grid">
          <TextField {...field('name')} label={t('cart.guestName')} maxLength={200} autoComplete="off" />
          <p className="text-field">
            <span>{t('cart.guests')}</span>
            <output className="field-fixed">{travellersText(items)}</output>
          </p>
          <TextField
            {...field('phone')}
            label={t('cart.guestPhone')}
            type="tel"
            dir="ltr"
            maxLength={40}
            autoComplete="off"
          />
          <EmailField {...field('email')} label={t('cart.guestEmail')} autoComplete="off" />
          <TextArea
            {...form.field('info')}
            className="field-wide"
            label={t('cart.guestInfo')}
            optional
            rows={3}
            length={[...values.info].length}
            limit={maxInfoLength}
          />
        </div>
      </Disclosure>
    </Section>
  )
}

/** Returns how many people travel: a range where activities differ, a maximum where a unit takes several, as a car. */
function travellersText(items: CartItem[]): string {
  const counts = items.map(({ travellers }) => travellers)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  const shared = items.some(({ units }) => units.some(({ quantity, paxCount }) => quantity > 0 && paxCount > 1))
  if (shared) return t('travellers.upTo', { count: most })
  if (fewest === most) return t('travellers.count', { count: most })
  return t('facts.between', { from: formatCount(fewest), to: formatCount(most) })
}
