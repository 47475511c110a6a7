/**
 * The state of one form: values, what is wrong with them, whether they differ from what was loaded, and sending them
 * once.
 */
import { type RefObject, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useUi } from '../provider.tsx'
import { check, problemText, type Problems, type Rules } from './rules.ts'

/** A refusal that belongs at fields: thrown by `onSubmit` when the server says which. */
export class FieldErrors extends Error {
  readonly fields: Readonly<Record<string, string>>

  constructor(fields: Readonly<Record<string, string>>, message = Object.values(fields)[0] ?? '') {
    super(message)
    this.name = 'FieldErrors'
    this.fields = fields
  }
}

export interface FormOptions<T> {
  /** The loaded values; a form is clean while its values equal this. */
  initial: T
  rules?: Rules<T>
  /** Sends the values. A `FieldErrors` it throws is shown at its fields, anything else above the form. */
  onSubmit: (values: T) => void | Promise<void>
  /** Turns a failure into a sentence for the top of the form. Default: its message. */
  errorText?: (error: unknown) => string
}

/** Properties of a field part: `<TextField label=… {...form.field('name')} />`. */
export interface FieldBinding<V> {
  readonly name: string
  readonly value: V
  readonly error: string | null
  readonly onChange: (value: V) => void
  readonly onBlur: () => void
}

export interface FormApi<T> {
  readonly values: T
  readonly field: <K extends keyof T & string>(name: K) => FieldBinding<T[K]>
  readonly set: <K extends keyof T>(name: K, value: T[K]) => void
  /** Sentence at a field, once it was left or the form was sent. */
  readonly errorOf: (name: keyof T) => string | null
  /** Sentence above the form: what sending was refused for. */
  readonly failure: string | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Back to what was loaded, or to other values that count as loaded from then on. */
  readonly reset: (values?: T) => void
  /** True when it was sent. */
  readonly submit: () => Promise<boolean>
  /** For `<Form form={…}>`. */
  readonly ref: RefObject<HTMLFormElement | null>
  readonly onSubmit: (event: SyntheticEvent) => void
}

/** Forms are small: two values are equal when they are written the same. */
const same = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

const INVALID =
  '[aria-invalid="true"]:not([type="hidden"]), [data-invalid] :is(button, input, select, textarea):not([type="hidden"])'

export function useForm<T extends object>({ initial, rules = {}, onSubmit, errorText }: FormOptions<T>): FormApi<T> {
  const { t } = useUi()
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof T>>(new Set())
  const [refused, setRefused] = useState<{ readonly [K in keyof T]?: string }>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [wantsFocus, setWantsFocus] = useState(0)
  const [isSent, setSent] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)

  const problems: Problems<T> = useMemo(() => check(values, rules), [values, rules])
  const isDirty = useMemo(() => !same(values, base), [values, base])

  // After the refusals are in the page: the first of them, in reading order, takes the focus.
  useEffect(() => {
    if (wantsFocus > 0) ref.current?.querySelector<HTMLElement>(INVALID)?.focus()
  }, [wantsFocus])

  const errorOf = (name: keyof T): string | null => {
    const own = refused[name]
    if (own !== undefined) return own
    const problem = problems[name]
    return problem === undefined || !(isSent || left.has(name)) ? null : problemText(problem, t)
  }
  const set = <K extends keyof T>(name: K, value: T[K]) => {
    setValues((now) => ({ ...now, [name]: value }))
    setRefused(({ [name]: _gone, ...rest }) => rest as typeof refused)
    setFailure(null)
  }
  const reset = (next: T = base) => {
    setBase(next)
    setValues(next)
    setLeft(new Set())
    setRefused({})
    setFailure(null)
    setSent(false)
  }
  const submit = async () => {
    if (isBusy.current) return false
    setSent(true)
    setFailure(null)
    if (Object.keys(problems).length > 0) {
      setWantsFocus((n) => n + 1)
      return false
    }
    isBusy.current = true
    setSaving(true)
    try {
      await onSubmit(values)
      setBase(values)
      setSent(false)
      setLeft(new Set())
      return true
    } catch (error) {
      if (error instanceof FieldErrors) {
        setRefused(error.fields as typeof refused)
        setWantsFocus((n) => n + 1)
      } else
        setFailure(
          errorText?.(error) ??
            (error instanceof Error && error.message !== '' ? error.message : t('ui.query.generic')),
        )
      return false
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  return {
    values,
    set,
    errorOf,
    failure,
    isDirty,
    isSaving,
    reset,
    submit,
    ref,
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (value) => set(name, value),
      onBlur: () => setLeft((now) => (now.has(name) ? now : new Set([...now, name]))),
    }),
    onSubmit: (event) => {
      event.preventDefault()
      void submit()
    },
  }
}
