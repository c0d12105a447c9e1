import { useRef, useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { GenericSchema, GenericSchemaAsync } from 'valibot'
import { whenOnline } from '../../lib/navigation/offline'
import { problemOf, type Problem, type ProblemField } from '../http/api'
import { fieldErrorText, problemText } from '../http/problems'
import { t } from '../../lib/site'
import { focusFirst } from './focus-first'

/** Codes of the API, by field. */
export type ErrorCodes = Record<string, string>

/** A change of a field of any kind. */
interface Change {
  target: { value: string }
}

type Schema<V, Sent> = GenericSchema<V, Sent> | GenericSchemaAsync<V, Sent>

interface Options<V extends object, Sent = V> {
  /** The prefix of the ids of the fields: "guest.email", which is also the API's name of the field. */
  id: string
  /**
   * Its messages are the API's field codes. A function loads it, with the library that it needs, once the form is used.
   */
  schema: Schema<V, Sent> | (() => Promise<Schema<V, Sent>>)
  /** The initial values, in the order of the page. */
  values: V
  /** Sends the output of the schema. Its failure is shown. */
  send?: (values: Sent) => Promise<void>
  /** Called after every change, to keep the values across reloads or steps. */
  onChange?: (values: V) => void
  /** Called when the fields are not valid, after their errors are shown. */
  onInvalid?: () => void
  /** Returns the error of a field in words, by its code. */
  errorText?: (name: string, code: string) => string
  /** Returns the field for a problem that names no field. */
  fieldOfProblem?: (problem: Problem) => { name: string; code: string } | undefined
  /** Returns true for a problem that it shows elsewhere. */
  handles?: (problem: Problem) => boolean
}

/** Returns the error of a field of text; `form.max` is about quantities. */
export function textErrorOf(_: string, code: string): string {
  return code === 'max' ? t('form.tooLong') : fieldErrorText(code as ProblemField['code'])
}

/**
 * The one form hook: fields with their errors, validation, sending. A field is validated when the form is sent, and
 * again with each change while it shows an error; the first field with an error gets the focus.
 */
export function useForm<V extends object, Sent = V>(options: Options<V, Sent>) {
  const { id, schema, values: initialValues, send, onInvalid, fieldOfProblem, handles } = options
  const { current, showErrors, ...fields } = useFields(options)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  /** Shows a problem beside the fields that it names, or below the form. Returns whether a field was focused. */
  const showProblem = (failure: Problem): boolean => {
    const named = [fieldOfProblem?.(failure) ?? [], failure.fields ?? []]
      .flat()
      .map(({ name, code }) => [name.startsWith(`${id}.`) ? name.slice(id.length + 1) : name, code] as const)
      .filter(([name]) => valueNameOf(name) in initialValues)
    const shown = showErrors(Object.fromEntries(named.reverse()))
    if (named.length === 0) setProblem(problemText(failure))
    else onInvalid?.()
    return shown
  }
  /** Validates and sends the form. Returns the values that were sent, or undefined. */
  const submit = async (event?: SyntheticEvent): Promise<Sent | undefined> => {
    event?.preventDefault()
    if (busy) return
    setProblem(undefined)
    setBusy(true)
    try {
      const { codes, output } = await validate(schema, current())
      if (output) {
        showErrors({})
        await send?.(output)
        return output
      }
      showErrors(codes)
      onInvalid?.()
    } catch (error) {
      const failure = problemOf(error)
      if (!handles?.(failure)) showProblem(failure)
    } finally {
      setBusy(false)
    }
  }
  return { ...fields, current, busy, problem, showProblem, submit }
}

/** The values of a form and their errors. */
function useFields<V extends object, Sent>(options: Options<V, Sent>) {
  const { id, schema, values: initialValues, onChange, errorText = textErrorOf } = options
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<ErrorCodes>({})
  // The browser may fill in several fields before React renders one of them.
  const latest = useRef(initialValues)

  const set = (part: Partial<V>) => {
    const next = { ...latest.current, ...part }
    latest.current = next
    setValues(next)
    onChange?.(next)
    // Submitting loads the schema again if this fails, and shows why.
    if (typeof schema === 'function') schema().catch(() => {})
    if (Object.keys(errors).length === 0) return
    void validate(schema, next).then(({ codes }) => {
      const stillInvalid = (before: ErrorCodes) => Object.entries(codes).filter(([name]) => name in before)
      if (latest.current === next) setErrors((before) => Object.fromEntries(stillInvalid(before)))
    })
  }
  /** Sets the fields that are still empty. */
  const fill = (part: Partial<V>) => {
    const empty = Object.entries(part).filter(([name]) => !latest.current[name as keyof V])
    if (empty.length > 0) set(Object.fromEntries(empty) as Partial<V>)
  }
  /** Shows errors beside their fields, and focuses the first. Returns whether a field was focused. */
  const showErrors = (codes: ErrorCodes): boolean => {
    flushSync(() => setErrors(codes))
    const named = Object.keys(initialValues).flatMap((field) =>
      Object.keys(codes).filter((name) => valueNameOf(name) === field),
    )
    // A choice of several controls has the id of the field on their group, and its own on each of them.
    return focusFirst(named.flatMap((name) => [`${id}.${name}-1`, `${id}.${name}`]))
  }
  /** The errors in words, by the ids of their fields: for groups of fields that are one value of the form. */
  const errorTexts = Object.fromEntries(
    Object.entries(errors).map(([name, code]) => [`${id}.${name}`, errorText(name, code)]),
  )
  const field = <N extends keyof V & string>(name: N) => ({
    id: `${id}.${name}`,
    name,
    value: values[name],
    error: errorTexts[`${id}.${name}`],
    required: true,
    onChange: ({ target }: Change) => set({ [name]: target.value } as Partial<V>),
  })
  /** Returns the values as they are now, also if they are not rendered yet. */
  const current = () => latest.current
  return { field, errorTexts, values, current, set, fill, showErrors }
}

export type Form<V extends object, Sent = V> = ReturnType<typeof useForm<V, Sent>>

/** Returns the value of the form that a name is a part of: "pickup" of "pickup.address". */
function valueNameOf(name: string): string {
  return name.split('.')[0] ?? name
}

/** Returns the first code of each invalid field; if all are valid, the values to send. */
async function validate<V extends object, Sent>(
  schema: Options<V, Sent>['schema'],
  values: V,
): Promise<{ codes: ErrorCodes; output?: Sent }> {
  const { '~standard': standard } = typeof schema === 'function' ? await whenOnline(schema) : schema
  const result = await standard.validate(values)
  if (!result.issues) return { codes: {}, output: result.value }
  const codes: ErrorCodes = {}
  for (const { path, message } of result.issues) {
    const [name] = path ?? []
    if (typeof name === 'object' && typeof name.key === 'string') codes[name.key] ??= message
  }
  return { codes }
}
