import '../forms/small-form.css'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../dialog/dialog'
import type { AccountStep } from './open-account-dialog'
import { loadSession, nameOf, type User } from './session'
import { t } from '../../lib/site'
import { raiseToast } from '../toasts/raise-toast'
import { blankDraft, type Draft, type StepProps } from './account-draft'
import { ForgotForm } from './forgot-form'
import { Sent } from '../forms/sent'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'

interface Props {
  /** Called with the function that opens the dialog. */
  control: (open: (step: AccountStep) => void) => void
}

/** Step is a form, or the confirmation that follows it. */
interface Step {
  step: AccountStep
  /** The address that a mail was sent to. */
  sentTo?: string
}

/** The forms to sign in, to sign up and to reset the password. */
export function AccountDialog({ control }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Step>()
  const [draft, setDraft] = useState<Draft>(blankDraft)
  const isOpen = useRef(false)
  // Read once the dialog has mounted.
  const [start] = useState(() => ({
    get current() {
      return startIn(panel.current)
    },
  }))
  useEffect(() => {
    isOpen.current = shown !== undefined
    startIn(panel.current)?.focus()
  }, [shown])

  const signedIn = (user: User | null) => {
    if (!isOpen.current) return
    flushSync(() => setShown(undefined))
    // The control that opened it is replaced by the account menu.
    setTimeout(() => document.querySelector<HTMLElement>('.account-in summary')?.focus({ preventScroll: true }))
    if (user) raiseToast({ kind: 'success', text: t('toast.signedIn', { name: nameOf(user) }) })
  }
  useLayoutEffect(() => {
    control((step) => {
      setShown({ step })
      // The header may be wrong: the session can outlive what this browser stored.
      loadSession().then(
        (user) => user && signedIn(user),
        () => {},
      )
    })
  })
  const steps = {
    id: 'account',
    draft,
    keep: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    go: (step: AccountStep) => setShown({ step }),
  }
  const sent = (step: AccountStep) => (sentTo: string) => setShown({ step, sentTo })
  if (!shown) return null
  return (
    <Dialog panel={panel} initialFocus={start} title={titleOf(shown)} onClose={() => setShown(undefined)}>
      <div className="dialog-body">
        {shown.sentTo && (
          <Sent
            message={(marks) => t(shown.step === 'sign-up' ? 'account.sentSignUp' : 'account.sentReset', marks)}
            email={shown.sentTo}
            hint={t('account.sentHint')}
            again={t('account.again')}
            onAgain={() => setShown({ step: shown.step })}
          />
        )}
        {shown.step === 'sign-in' && <SignInForm {...steps} onSignedIn={signedIn} />}
        {shown.step === 'sign-up' && !shown.sentTo && <SignUpForm {...steps} onSent={sent('sign-up')} />}
        {shown.step === 'forgot' && !shown.sentTo && (
          <Forgot {...steps} onSent={sent('forgot')} onBack={() => setShown({ step: 'sign-in' })} />
        )}
      </div>
    </Dialog>
  )
}

interface ForgotProps extends StepProps {
  onSent: (email: string) => void
  onBack: () => void
}

function Forgot({ onBack, ...steps }: ForgotProps) {
  return (
    <>
      <p className="muted">{t('account.forgotText')}</p>
      <ForgotForm {...steps} />
      <button type="button" className="go link" onClick={onBack}>
        {t('account.backToSignIn')}
      </button>
    </>
  )
}

function titleOf(shown: Step): string {
  if (shown.sentTo) return t('account.sent')
  if (shown.step === 'forgot') return t('account.forgotTitle')
  return t(shown.step === 'sign-up' ? 'account.signUp' : 'account.signIn')
}

/** Returns the first empty field, the first field, or without fields the heading. */
function startIn(panel: HTMLElement | null): HTMLElement | null {
  const fields = [...(panel?.querySelectorAll('input') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? panel?.querySelector('h2') ?? null
}
