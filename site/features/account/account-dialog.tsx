import '../forms/small-form.css'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../dialog/dialog'
import type { AccountStep } from './open-account-dialog'
import { loadSession, displayName, type User } from './session'
import { ActionLink } from '../../components/ui/action-link'
import { t } from '../../lib/site'
import { raiseToast } from '../toasts/raise-toast'
import { blankDraft, type AccountDraft } from './account-schemas'
import { ForgotForm } from './forgot-form'
import { MailSent } from '../forms/sent'
import { SignInForm, SignUpForm } from './sign-forms'

interface Props {
  /** Called with the function that opens the dialog. */
  onReady: (open: (step: AccountStep) => void) => void
}

/** Step is a form, or the confirmation that follows it. */
interface DialogState {
  step: AccountStep
  /** The address that a mail was sent to. */
  sentTo?: string
}

/** The forms to sign in, to sign up and to reset the password. */
export function AccountDialog({ onReady }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<DialogState>()
  const [draft, setDraft] = useState<AccountDraft>(blankDraft)
  const initialFocus = useInitialFocus(panel, shown)

  const signedIn = (user: User | null) => {
    // It has been closed meanwhile.
    if (!panel.current) return
    flushSync(() => setShown(undefined))
    setTimeout(focusAccountMenu)
    if (user) raiseToast({ kind: 'success', text: t('toast.signedIn', { name: displayName(user) }) })
  }
  useLayoutEffect(() => {
    onReady((step) => {
      setShown({ step })
      // The header may be wrong: the session can outlive what this browser stored.
      loadSession().then(
        (user) => user && signedIn(user),
        () => {},
      )
    })
  })
  if (!shown) return null
  const { step, sentTo } = shown
  const form = {
    id: 'account',
    draft,
    changeDraft: (part: Partial<AccountDraft>) => setDraft((before) => ({ ...before, ...part })),
    goTo: (next: AccountStep) => setShown({ step: next }),
    onSent: (email: string) => setShown({ step, sentTo: email }),
  }
  const forms = {
    'sign-in': <SignInForm {...form} onSignedIn={signedIn} />,
    'sign-up': <SignUpForm {...form} />,
    forgot: (
      <>
        <p className="muted">{t('account.forgotText')}</p>
        <ForgotForm {...form} />
        <ActionLink label={t('account.backToSignIn')} onClick={() => form.goTo('sign-in')} />
      </>
    ),
  }
  return (
    <Dialog panel={panel} initialFocus={initialFocus} title={titleOf(shown)} onClose={() => setShown(undefined)}>
      <div className="dialog-body">
        {sentTo ? (
          <MailSent
            message={(placeholders) => t(step === 'sign-up' ? 'account.sentSignUp' : 'account.sentReset', placeholders)}
            email={sentTo}
            hint={t('account.sentHint')}
            backLabel={t('account.again')}
            onBack={() => form.goTo(step)}
          />
        ) : (
          forms[step]
        )}
      </div>
    </Dialog>
  )
}

/** Focuses the account menu if it has replaced the control that opened the dialog. */
function focusAccountMenu(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('.account-in summary')?.focus({ preventScroll: true })
}

function titleOf(shown: DialogState): string {
  if (shown.sentTo) return t('account.sent')
  if (shown.step === 'forgot') return t('account.forgotTitle')
  return t(shown.step === 'sign-up' ? 'account.signUp' : 'account.signIn')
}

/** Focuses where each step starts. Returns the reference to it, which is read once the dialog has mounted. */
function useInitialFocus(panel: RefObject<HTMLElement | null>, shown: DialogState | undefined) {
  const [start] = useState(() => ({
    get current() {
      return initialFocusIn(panel.current)
    },
  }))
  useEffect(() => start.current?.focus(), [start, shown])
  return start
}

/** Returns the first empty field, the first field, or without fields the heading. */
function initialFocusIn(panel: HTMLElement | null): HTMLElement | null {
  const fields = [...(panel?.querySelectorAll('input') ?? [])]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? panel?.querySelector('h2') ?? null
}
