/** The file picker is a separate chunk: few pages take files. */
import { lazy, Suspense } from 'react'
import type { FilePickerProps } from './file-picker.tsx'
import field from '../field.module.css'
import css from './file-picker.module.css'

const Picker = lazy(() => import('./file-picker.tsx').then(({ FilePicker }) => ({ default: FilePicker })))

export function FilePicker(props: FilePickerProps) {
  const waiting = (
    <div className={field.field} aria-busy="true">
      <span className={field.label}>{props.label}</span>
      <div className={css.drop} data-waiting="" />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <Picker {...props} />
    </Suspense>
  )
}
