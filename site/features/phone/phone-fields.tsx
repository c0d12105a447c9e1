import type { ComponentProps } from 'react'
import { TextField } from '../forms/text-field'
import { site } from '../../lib/site'
import { CountryField } from './country-field'
import { loadPhones } from './valid-phone'

interface Props {
  country: ComponentProps<typeof CountryField>
  phone: Pick<ComponentProps<typeof TextField>, 'id' | 'value' | 'error' | 'required' | 'onChange'>
  maxLength: number
}

/** The two fields of a phone number: its country with the calling code, and the rest. */
export function PhoneFields({ country, phone, maxLength }: Props) {
  return (
    <>
      <CountryField {...country} />
      <TextField
        {...phone}
        label={site().t('checkout.phone')}
        type="tel"
        dir="ltr"
        maxLength={maxLength}
        autoComplete="tel-national"
        onFocus={() => void loadPhones().catch(() => {})}
      />
    </>
  )
}
