/** Label and foot of the fields that tie them to their control themselves, by id. */
import type { ReactNode } from 'react'
import type { FieldProps } from './field.tsx'
import { ErrorIcon } from './icons/index.tsx'
import css from './field.module.css'

export interface PlainLabelProps {
  children: ReactNode
  isRequired?: boolean
  id?: string
  /** The control's id, where it is one that a label may point to. */
  htmlFor?: string
  onClick?: () => void
}

export function PlainLabel({ children, isRequired = false, id, htmlFor, onClick }: PlainLabelProps) {
  const words = (
    <>
      {children}
      {isRequired && (
        <span className={css.required} aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  if (htmlFor !== undefined)
    return (
      <label id={id} htmlFor={htmlFor} className={css.label}>
        {words}
      </label>
    )
  // A convenience for the pointer: the button beside it is reached by the keyboard anyway.
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span id={id} className={css.label} onClick={onClick}>
      {words}
    </span>
  )
}

/** The error, else the help. */
export function PlainFoot({ id, help, error }: Pick<FieldProps, 'help' | 'error'> & { id: string }) {
  if (error)
    return (
      <span id={id} className={css.error}>
        <ErrorIcon size={13} />
        <span>{error}</span>
      </span>
    )
  return help ? (
    <span id={id} className={css.help}>
      {help}
    </span>
  ) : null
}
