import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState, type BaseSyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { Problem } from '../../lib/api'
import { cart as store, type Cart } from '../../lib/cart'
import { focusFirst } from '../../lib/focus-first'
import { goTo } from '../../lib/go-to'
import { missingPlaces } from '../../lib/places'
import { fieldTexts, problemText } from '../../lib/problems'
import { rememberBuyer, rememberedBuyer } from '../../lib/remembered-buyer'
import { knownUser } from '../../lib/session'
import { site } from '../../lib/site'
import { recall, remember } from '../../lib/tab-memory'
import { settled } from '../cart/wishes'
import { buyerNames, buyerSchema, keepBuyer, recalledBuyer, type BuyerValues } from './buyer'
import { likelyCountry } from './countries'
import { methodsOf, type Method } from './methods'
import { phoneOf } from './phone'
import { press } from './press'

/** What keeps the order from being made, by where it is shown. */
interface Trouble {
  /** Of the whole. */
  problem?: string
  method?: string
  guest?: boolean
  /** By the API's names: `items.<id>.pickup.address`. */
  fields: Record<string, string>
}

const none: Trouble = { fields: {} }

/** The checkout's form, the press of its button, and what came of it. */
export function useCheckout(cart: Cart) {
  const form = useBuyerForm()
  const [method, setMethod] = useMethod(cart)
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [working, setWorking] = useWorking()
  const [remembers, setRemembers] = useState(() => rememberedBuyer() !== undefined)

  const incomplete = (): Trouble => ({
    problem: problemText({ code: 'invalid' }),
    fields: fieldTexts({ fields: missingPlaces((store.get() ?? cart).items) }),
  })
  /** What came of an order; undefined where the visitor goes elsewhere. Names of fields are in the order of the page. */
  const order = async (values: BuyerValues): Promise<{ next: Trouble; wrong: string[] } | undefined> => {
    await settled()
    const next = incomplete()
    const wrong = Object.keys(next.fields)
    if (wrong.length > 0) return { next, wrong }
    if (!method) return { next: none, wrong: [] }
    const phone = await phoneOf(values)
    rememberBuyer(remembers ? values : undefined)
    const pressed = await press(cart, { ...values, ...phone }, method)
    if (pressed.kind === 'late') return { next: { problem: site().t('checkout.noAnswer'), fields: {} }, wrong: [] }
    if (pressed.kind === 'review' || pressed.kind === 'failed') {
      return { next: troubleOf(pressed.problem), wrong: markFields(pressed.problem, form) }
    }
    if (pressed.kind === 'pay') window.location.assign(pressed.address)
    else goTo(pressed.path)
  }
  const send = async (values: BuyerValues, event?: BaseSyntheticEvent) => {
    if (working) return
    const { submitter } = (event?.nativeEvent ?? {}) as Partial<SubmitEvent>
    setTrouble(none)
    setWorking(true)
    const came = await order(values)
    if (!came) return
    flushSync(() => {
      setWorking(false)
      setTrouble(came.next)
    })
    if (focusFirst(came.wrong)) return
    // The button was inactive for a while, and lost the focus by that.
    submitter?.focus({ preventScroll: true })
    showProblem()
  }
  const submit = form.handleSubmit(send, () => setTrouble(incomplete()))
  const setRemember = (remember: boolean) => {
    setRemembers(remember)
    if (!remember) rememberBuyer(undefined)
  }
  return { form, method, setMethod, remember: remembers, setRemember, trouble, working, submit }
}

/** Scrolls to the words of a failure: on a phone the button is in a bar, and they may be anywhere above or below. */
function showProblem() {
  for (const alert of document.querySelectorAll('form [role=alert]')) {
    if (alert.textContent) alert.scrollIntoView({ block: 'center' })
  }
}

function useBuyerForm() {
  const { shell } = site()
  const form = useForm<BuyerValues>({
    resolver: valibotResolver(buyerSchema),
    // Otherwise a number is not judged while any other field is wrong.
    criteriaMode: 'all',
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      phoneCountry: likelyCountry({
        languages: navigator.languages,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        phone: shell.contact.phone,
      }),
      ...recalledBuyer(),
    },
  })
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepBuyer(values) }), [form])
  usePrefill(form)
  return form
}

/** Who is signed in need not say again who he is; what was typed stays. */
function usePrefill(form: UseFormReturn<BuyerValues>): void {
  useEffect(() => {
    const fill = async () => {
      const user = await knownUser()
      for (const name of ['firstName', 'lastName', 'email'] as const) {
        if (user && !form.getValues(name)) form.setValue(name, user[name])
      }
    }
    fill().catch(() => {})
  }, [form])
}

function useMethod(cart: Cart): [Method | undefined, (method: Method) => void] {
  const [wished, setWished] = useState(() => recall('method'))
  const methods = methodsOf(cart)
  const choose = (method: Method) => {
    remember('method', method)
    setWished(method)
  }
  return [methods.find((method) => method === wished) ?? methods[0], choose]
}

/** Whether an answer is awaited. Who comes back from the payment page finds the form as it was. */
function useWorking() {
  const [working, setWorking] = useState(false)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setWorking(false)
    }
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return [working, setWorking] as const
}

function troubleOf(problem: Problem): Trouble {
  if (problem.code === 'method_unavailable') return { method: problemText(problem), fields: {} }
  const fields = problem.fields ?? []
  return {
    problem: problemText(problem),
    guest: fields.some(({ name }) => name.startsWith('guest.')),
    fields: fieldTexts({ fields: fields.filter(({ name }) => name.startsWith('items.')) }),
  }
}

/** Puts what the server found wrong beside the fields of the form; gives all its names in the order of the page. */
function markFields({ fields = [] }: Problem, form: UseFormReturn<BuyerValues>): string[] {
  const codes = new Map(fields.map(({ name, code }) => [name, code]))
  const own = buyerNames.filter((name) => codes.has(`buyer.${name}`))
  for (const name of own) form.setError(name, { message: codes.get(`buyer.${name}`) })
  return [...own.map((name) => `buyer.${name}`), ...codes.keys()]
}
