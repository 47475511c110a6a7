/** One line of text, or several with `rows`. */
import { type ChangeEvent, type HTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { cx } from './class-names.ts'
import type { FieldProps } from './field.tsx'
import { PlainFoot, PlainLabel } from './plain-field.tsx'
import { useUi } from './provider.tsx'
import css from './field.module.css'

export interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'tel'
  placeholder?: string
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  maxLength?: number
  autoFocus?: boolean
  isReadOnly?: boolean
  icon?: ReactNode
  /** Invalid without a sentence: another field says it. */
  isInvalid?: boolean
  /** More than one makes it a text area. */
  rows?: number
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export function TextField({
  label,
  help,
  error,
  rows = 1,
  icon,
  type = 'text',
  placeholder,
  value,
  onChange,
  isRequired = false,
  isDisabled = false,
  isReadOnly = false,
  isInvalid = false,
  name,
  autoComplete,
  inputMode,
  maxLength,
  autoFocus,
  onBlur,
  ref,
}: TextFieldProps) {
  const { t } = useUi()
  const [shown, setShown] = useState(false)
  const id = useId()
  const control = {
    id,
    className: css.input,
    placeholder,
    value,
    name,
    autoComplete,
    inputMode,
    maxLength,
    autoFocus,
    onBlur,
    disabled: isDisabled,
    readOnly: isReadOnly,
    'aria-invalid': error || isInvalid ? true : undefined,
    'aria-required': isRequired || undefined,
    'aria-describedby': error || help ? `${id}-foot` : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
  }
  return (
    <div
      className={css.field}
      data-invalid={error || isInvalid ? true : undefined}
      data-disabled={isDisabled || undefined}
    >
      <PlainLabel htmlFor={id} isRequired={isRequired}>
        {label}
      </PlainLabel>
      <div className={cx(css.box, css.typed)}>
        {icon !== undefined && <span className={css.icon}>{icon}</span>}
        {rows > 1 ? (
          <textarea {...control} rows={rows} />
        ) : (
          <input {...control} type={type === 'password' && shown ? 'text' : type} ref={ref} />
        )}
        {type === 'password' && (
          <Button
            className={css.inner}
            aria-label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
            aria-pressed={shown}
            isDisabled={isDisabled}
            onPress={() => setShown(!shown)}
          >
            <EyeIcon closed={shown} />
          </Button>
        )}
      </div>
      <PlainFoot id={`${id}-foot`} help={help} error={error} />
    </div>
  )
}

function EyeIcon({ closed }: { closed: boolean }) {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8Z" />
      <path d="M8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z" />
      {closed && <path d="m3 13 10-10" />}
    </svg>
  )
}
