/** One line of text, or several with `rows`. */
import { type HTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { Button, Group, Input, TextArea, TextField as AriaTextField } from 'react-aria-components'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
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
  /** More than one makes it a text area. */
  rows?: number
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export function TextField({ label, help, error, rows = 1, icon, type = 'text', placeholder, ref, ...rest }: TextFieldProps) {
  const { t } = useUi()
  const [shown, setShown] = useState(false)
  return (
    <AriaTextField {...rest} type={type === 'password' && shown ? 'text' : type} isInvalid={Boolean(error)} validationBehavior="aria" className={css.field}>
      <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
      <Group className={css.box}>
        {icon !== undefined && <span className={css.icon}>{icon}</span>}
        {rows > 1
          ? <TextArea className={css.input} rows={rows} placeholder={placeholder} />
          : <Input className={css.input} placeholder={placeholder} ref={ref} />}
        {type === 'password' && (
          <Button className={css.inner} aria-label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')} aria-pressed={shown} onPress={() => setShown(!shown)}>
            <EyeIcon closed={shown} />
          </Button>
        )}
      </Group>
      <FieldFoot help={help} error={error} />
    </AriaTextField>
  )
}

function EyeIcon({ closed }: { closed: boolean }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth={1.4} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8Z" />
      <path d="M8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z" />
      {closed && <path d="m3 13 10-10" />}
    </svg>
  )
}
