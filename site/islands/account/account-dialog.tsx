import '../../styles/account.css'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { slot } from '../../components/filled'
import { Dialog } from '../../components/ui/dialog'
import type { AccountStep } from '../../lib/account-dialog'
import { openLayer } from '../../lib/layer'
import { loadSession, nameOf, type User } from '../../lib/session'
import { site } from '../../lib/site'
import { raiseToast } from '../../lib/toast'
import { blankDraft, keeper, type Draft } from './draft'
import { ForgotForm } from './forgot-form'
import { Sent } from './sent'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'

interface Props {
  /** Is given what opens the dialog. */
  control: (open: (step: AccountStep) => void) => void
}

/** Where the dialog is: at a form, or past it. */
interface Place {
  step: AccountStep
  /** The address that a mail has gone to. */
  sentTo?: string
}

/** Signing in, signing up, and what helps who has forgotten his password. */
export function AccountDialog({ control }: Props) {
  const { t } = site()
  const dialog = useRef<HTMLDialogElement>(null)
  const [place, setPlace] = useState<Place>()
  const [draft, setDraft] = useState<Draft>(blankDraft)

  const show = (next: Place) => {
    flushSync(() => setPlace(next))
    openLayer(dialog.current)
    if (dialog.current) focusStart(dialog.current)
  }
  const signedIn = (user: User | null) => {
    if (!dialog.current?.open) return
    dialog.current.close()
    // What opened it gives way to what only who is signed in sees.
    document.querySelector<HTMLElement>('.account-in summary')?.focus({ preventScroll: true })
    if (user) raiseToast({ kind: 'success', text: t('toast.signedIn', { name: nameOf(user) }) })
  }
  useLayoutEffect(() => {
    control((step) => {
      show({ step })
      // The header may be wrong: this browser can have forgotten what the server has not.
      loadSession().then(
        (user) => user && signedIn(user),
        () => {},
      )
    })
  })
  const steps = {
    id: 'account',
    draft,
    keep: keeper((part) => setDraft((before) => ({ ...before, ...part }))),
    go: (step: AccountStep) => show({ step }),
  }
  const sent = (step: AccountStep) => (sentTo: string) => show({ step, sentTo })
  return (
    <Dialog ref={dialog} id="account" title={titleOf(place)} onClose={() => setPlace(undefined)}>
      <div className="dialog-body">
        {place?.sentTo && (
          <Sent
            text={t(place.step === 'sign-up' ? 'account.sentSignUp' : 'account.sentReset', { email: slot })}
            email={place.sentTo}
            onAgain={() => show({ step: place.step })}
          />
        )}
        {place?.step === 'sign-in' && <SignInForm {...steps} onSignedIn={signedIn} />}
        {place?.step === 'sign-up' && !place.sentTo && <SignUpForm {...steps} onSent={sent('sign-up')} />}
        {place?.step === 'forgot' && !place.sentTo && (
          <>
            <p className="muted">{t('account.forgotText')}</p>
            <ForgotForm {...steps} onSent={sent('forgot')} />
            <button type="button" className="go link" onClick={() => show({ step: 'sign-in' })}>
              {t('account.backToSignIn')}
            </button>
          </>
        )}
      </div>
    </Dialog>
  )
}

function titleOf(place: Place | undefined): string {
  const { t } = site()
  if (place?.sentTo) return t('account.sent')
  if (place?.step === 'forgot') return t('account.forgotTitle')
  return t(place?.step === 'sign-up' ? 'account.signUp' : 'account.signIn')
}

/** Goes to the first field that is empty; where nothing is asked, to the heading. */
function focusStart(dialog: HTMLDialogElement): void {
  const fields = [...dialog.querySelectorAll('input')]
  const start = fields.find(({ value }) => value === '') ?? fields[0] ?? dialog.querySelector<HTMLElement>('h2')
  start?.focus()
}
