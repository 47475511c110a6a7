import { type ReactNode, useId } from 'react'
import css from './form.module.css'

export interface FormSectionProps {
  title: string
  /** The subject of these fields. */
  note?: ReactNode
  children: ReactNode
  /** Fields side by side where there is room (default), or one under the other. */
  columns?: 1 | 2
}

export function FormSection({ title, note, children, columns = 2 }: FormSectionProps) {
  const noteId = useId()
  return (
    <fieldset className={css.section} aria-describedby={note === undefined ? undefined : noteId}>
      <legend className={css.legend}>{title}</legend>
      {note !== undefined && (
        <p id={noteId} className={css.note}>
          {note}
        </p>
      )}
      <div className={css.fields} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  )
}
