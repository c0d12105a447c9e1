import { useState, type ComponentProps } from 'react'
import { TextField } from '../forms/text-field'
import { Icon } from '../../components/ui/icon'
import { t } from '../../lib/site'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'dir'>

/** A password field with a button that shows the password. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className="sign-button"
          aria-controls={props.id}
          aria-label={t(shown ? 'account.hidePassword' : 'account.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
