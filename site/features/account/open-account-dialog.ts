/** AccountStep is a form of the account dialog. */
export type AccountStep = 'sign-in' | 'sign-up' | 'forgot'

export const accountEvent = 'storefront:account'

/** Opens the account dialog, which is loaded when it first opens. */
export function openAccountDialog(step: AccountStep = 'sign-in'): void {
  document.dispatchEvent(new CustomEvent<AccountStep>(accountEvent, { detail: step }))
}
