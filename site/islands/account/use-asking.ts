import { useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { safeParse, type GenericSchema } from 'valibot'
import { problemOf, type Problem } from '../../lib/api'
import { focusFirst } from '../../lib/focus-first'
import { problemText } from '../../lib/problems'
import { credentialText } from './credentials'

type Values = Record<string, string>

/** A change of a field, of whatever kind it is. */
type Typed = Pick<ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>, 'target'>

interface Asking<V extends Values> {
  /** Makes the ids of the fields. */
  id: string
  /** Its messages are the API's field codes; its fields are in the order of the page. */
  schema: GenericSchema<unknown, V>
  values: V
  send: (values: V) => Promise<void>
  /** What is wrong with a field, by the code. */
  words?: (name: string, code: string) => string
  /** What a failure is beside a field; those of 'invalid' stand beside theirs by themselves. */
  beside?: (problem: Problem) => { name: string; code: string } | undefined
  /** Told of a failure that is somebody else's to show: true where it is. */
  taken?: (problem: Problem) => boolean
}

/**
 * A small form that asks the server for something: its fields, whether it waits, and why it failed. The library that the
 * checkout's form is made with would take these pages beyond their budget.
 */
export function useAsking<V extends Values>(asking: Asking<V>) {
  const { id, schema, values: given, send, words = credentialText, beside, taken } = asking
  const [values, setValues] = useState(given)
  const [wrong, setWrong] = useState<Values>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const complain = (codes: Values) => {
    flushSync(() => setWrong(codes))
    return focusFirst(Object.keys(given).flatMap((name) => (name in codes ? `${id}.${name}` : [])))
  }
  const set = (texts: Partial<V>) => {
    const next = { ...values, ...texts }
    setValues(next)
    // What is being mended is judged anew; what nobody has complained of is not judged before its time.
    setWrong((before) => only(judge(schema, next).wrong, before))
  }
  const fail = (failure: Problem, button: HTMLElement | null | undefined) => {
    const codes: Values = {}
    for (const { name, code } of [beside?.(failure) ?? [], failure.fields ?? []].flat()) {
      if (name in values) codes[name] ??= code
    }
    const placed = Object.keys(codes).length > 0
    flushSync(() => {
      setBusy(false)
      if (!placed) setProblem(problemText(failure))
    })
    // The button was inactive for a while, and lost the focus by that.
    if (!complain(codes)) button?.focus()
  }
  const submit = async (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault()
    if (busy) return
    const { submitter } = event.nativeEvent
    const { wrong: codes, right } = judge(schema, values)
    setProblem(undefined)
    if (!right) return void complain(codes)
    setWrong({})
    setBusy(true)
    try {
      await send(right)
      setBusy(false)
    } catch (error) {
      const failure = problemOf(error)
      if (!taken?.(failure)) fail(failure, submitter)
    }
  }
  const field = (name: keyof V & string) => ({
    id: `${id}.${name}`,
    name,
    value: values[name] ?? '',
    error: wrong[name] && words(name, wrong[name]),
    required: true,
    onChange: ({ target }: Typed) => set({ [name]: target.value } as Partial<V>),
  })
  return { field, values, set, busy, problem, submit }
}

/** What is wrong, the first of each field; where nothing is, the values as they are to be sent. */
function judge<V extends Values>(schema: GenericSchema<unknown, V>, values: V): { wrong: Values; right?: V } {
  const { success, output, issues } = safeParse(schema, values)
  if (success) return { wrong: {}, right: output }
  const wrong: Values = {}
  for (const { path, message } of issues) {
    const name = path?.[0].key
    if (typeof name === 'string') wrong[name] ??= message
  }
  return { wrong }
}

/** Of what is wrong now, what was complained of before. */
function only(now: Values, before: Values): Values {
  return Object.fromEntries(Object.entries(now).filter(([name]) => name in before))
}
