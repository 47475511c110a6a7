/** Shared by all fields: a label above, help under it, and the error in its place. */
import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import { ErrorIcon } from './icons/index.tsx'
import css from './field.module.css'

export interface FieldProps {
  label: string
  help?: ReactNode
  /** The sentence of the error catalogue; its presence makes the field invalid. */
  error?: string | null
  isRequired?: boolean
  isDisabled?: boolean
  /** Name of the field in a form. */
  name?: string
}

export function FieldLabel({ children, isRequired = false }: { children: ReactNode; isRequired?: boolean }) {
  return (
    <Label className={css.label}>
      {children}
      {isRequired && (
        <span className={css.required} aria-hidden="true">
          *
        </span>
      )}
    </Label>
  )
}

export function FieldFoot({ help, error }: Pick<FieldProps, 'help' | 'error'>) {
  if (error)
    return (
      <FieldError className={css.error}>
        <ErrorIcon size={13} />
        <span>{error}</span>
      </FieldError>
    )
  return help ? (
    <Text slot="description" className={css.help}>
      {help}
    </Text>
  ) : null
}
