import { useEffect, useState, type SyntheticEvent } from 'react'
import { focusFirst } from '../../features/forms/focus-first'
import { useForm } from '../../features/forms/use-form'
import { usePrefill } from '../../features/forms/use-prefill'
import { problemOf, type Problem } from '../../features/http/api'
import { cart as store, type Cart } from '../../features/cart/cart'
import { navigate } from '../../lib/navigation/navigate'
import { whenOnline } from '../../lib/navigation/offline'
import { missingPlaceFields } from '../../features/booking/pickup-places'
import { fieldErrorTexts, problemText } from '../../features/http/problems'
import { rememberBuyer, rememberedBuyer } from '../../features/order/remembered-buyer'
import { t } from '../../lib/site'
import { useRestored } from '../../lib/browser/use-restored'
import { readJson, writeJson } from '../../lib/browser/storage'
import { editsSettled } from '../../features/cart/pending-edits'
import { saveBuyer, loadBuyer, type BuyerValues } from '../../features/order/buyer'
import { defaultCountry } from '../../features/phone/default-country'
import { methodsOf, type Method } from './methods'
import { normalizePhone } from '../../features/phone/valid-phone'

const loadSchema = () => import('../../features/order/buyer-schema').then(({ buyerSchema }) => buyerSchema)
const loadOrder = () => whenOnline(() => import('./place-order'))

/** The problem that stopped the order, and where it is shown. */
interface CheckoutProblem {
  /** Of the order as a whole. */
  problem?: string
  method?: string
  guest?: boolean
  /** By the API's names: `items.<id>.pickup.address`. */
  fields: Record<string, string>
  /** The answer of the server, if it refused the order. */
  refusal?: Problem
  /** No field was focused. */
  unfocused?: boolean
}

const noProblem: CheckoutProblem = { fields: {} }

/** The state of the checkout: its form, the order, and the problem of the last attempt. */
export function useCheckout(cart: Cart) {
  const [method, setMethod] = useMethod(cart)
  const [failure, setFailure] = useState<CheckoutProblem>(noProblem)
  const form = useBuyerForm(() => setFailure(incompleteForm(cart)))
  const [working, setWorking] = useState(false)
  // A visitor who comes back from the payment page can order again.
  useRestored(() => setWorking(false))
  const [remembers, setRemembers] = useState(() => rememberedBuyer() !== undefined)

  /** Places the order. Returns the reason for a failure; undefined if the visitor goes on to another page. */
  const placeShownOrder = async (values: BuyerValues): Promise<CheckoutProblem | undefined> => {
    await editsSettled()
    const missing = incompleteForm(cart)
    if (Object.keys(missing.fields).length > 0) return missing
    if (!method) return { problem: t('checkout.noMethod'), fields: {} }
    const phone = await normalizePhone(values)
    rememberBuyer(remembers ? values : undefined)
    const { placeOrder } = await loadOrder()
    const attempt = await placeOrder(cart, { ...values, ...phone }, method)
    if (attempt.kind === 'late') return { problem: t('checkout.noAnswer'), fields: {} }
    if (attempt.kind === 'review' || attempt.kind === 'failed') return checkoutProblemOf(attempt.problem)
    if (attempt.kind === 'pay') window.location.assign(attempt.address)
    else navigate(attempt.path)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (working) return
    setFailure(noProblem)
    const values = await form.submit(event)
    if (!values) return
    setWorking(true)
    // A script of the order that cannot be loaded is a failure, too: nothing was ordered.
    const orderFailure = await placeShownOrder(values).catch((error: unknown) => checkoutProblemOf(problemOf(error)))
    if (!orderFailure) return
    const { refusal, fields } = orderFailure
    const focused = (refusal && form.showProblem(refusal)) || focusFirst(Object.keys(fields))
    setFailure({ ...orderFailure, unfocused: !focused })
    setWorking(false)
  }
  useEffect(() => {
    if (failure.unfocused) scrollToProblem()
  }, [failure])
  const setRemember = (remember: boolean) => {
    setRemembers(remember)
    if (!remember) rememberBuyer(undefined)
  }
  // The form has a problem of its own if its schema could not be loaded.
  const problem = failure === noProblem ? form.problem : failure.problem
  return { form, method, setMethod, remember: remembers, setRemember, failure, problem, working, submit }
}

/** Returns the problem of an invalid form, including the missing places of pickups. */
function incompleteForm(cart: Cart): CheckoutProblem {
  return {
    problem: problemText({ code: 'invalid' }),
    fields: fieldErrorTexts(missingPlaceFields((store.get() ?? cart).items)),
  }
}

/** Scrolls to the error text: on a phone the button is in a fixed bar, and the text may be out of sight. */
function scrollToProblem() {
  for (const alert of document.querySelectorAll('form [role=alert]')) {
    if (alert.textContent) alert.scrollIntoView({ block: 'center' })
  }
}

function useBuyerForm(onInvalid: () => void) {
  const [first] = useState<BuyerValues>(() => ({
    firstName: '',
    lastName: '',
    email: '',
    phoneCountry: defaultCountry(),
    phone: '',
    ...loadBuyer(),
  }))
  const form = useForm({ id: 'buyer', schema: loadSchema, values: first, onChange: saveBuyer, onInvalid })
  usePrefill(form, (user) => ({ firstName: user.firstName, lastName: user.lastName, email: user.email }))
  return form
}

function useMethod(cart: Cart): [Method | undefined, (method: Method) => void] {
  const [chosen, setChosen] = useState(() => readJson('method'))
  const methods = methodsOf(cart)
  const choose = (method: Method) => {
    writeJson('method', method)
    setChosen(method)
  }
  return [methods.find((method) => method === chosen) ?? methods[0], choose]
}

function checkoutProblemOf(problem: Problem): CheckoutProblem {
  if (['method_unavailable', 'pay_later_too_near'].includes(problem.code))
    return { method: problemText(problem), refusal: problem, fields: {} }
  const fields = problem.fields ?? []
  return {
    problem: problemText(problem),
    refusal: problem,
    guest: fields.some(({ name }) => name.startsWith('guest.')),
    fields: fieldErrorTexts(fields.filter(({ name }) => name.startsWith('items.'))),
  }
}
