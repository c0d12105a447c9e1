/** What the account dialog asks for. */
export type AccountStep = 'sign-in' | 'sign-up' | 'forgot'

export const accountEvent = 'storefront:account'

/** Opens the account dialog. What it is made of is loaded at the first time. */
export function openAccountDialog(step: AccountStep = 'sign-in'): void {
  document.dispatchEvent(new CustomEvent<AccountStep>(accountEvent, { detail: step }))
}
