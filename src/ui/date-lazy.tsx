/** The calendars are a separate chunk: most visits choose a preset and never open one. */
import { lazy, Suspense } from 'react'
import type { DateFieldProps, DateRangePickerProps, MomentFieldProps } from './date-fields.tsx'
import css from './field.module.css'

const load = () => import('./date-fields.tsx')
const Field = lazy(() => load().then(({ DateField }) => ({ default: DateField })))
const Moment = lazy(() => load().then(({ MomentField }) => ({ default: MomentField })))
const Range = lazy(() => load().then(({ DateRangePicker }) => ({ default: DateRangePicker })))

/** The place of the field until it is here, so that nothing jumps. */
function Waiting({ label }: { label: string }) {
  return (
    <div className={css.field} aria-busy="true">
      <span className={css.label}>{label}</span>
      <div className={css.box} data-disabled="" />
    </div>
  )
}

export function DateField(props: DateFieldProps) {
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Field {...props} />
    </Suspense>
  )
}

export function MomentField(props: MomentFieldProps) {
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Moment {...props} />
    </Suspense>
  )
}

export function DateRangePicker(props: DateRangePickerProps) {
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Range {...props} />
    </Suspense>
  )
}
