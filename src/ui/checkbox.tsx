/** Checkbox and Switch: a checkbox is part of a form that is sent, a switch acts at once. */
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from 'react-aria-components'
import { CheckIcon, MinusIcon } from './icons/index.tsx'
import css from './checkbox.module.css'

export interface CheckboxProps {
  children?: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isIndeterminate?: boolean
  isDisabled?: boolean
  isReadOnly?: boolean
  isInvalid?: boolean
  isRequired?: boolean
  name?: string
  slot?: string | null
  'aria-label'?: string
  'aria-describedby'?: string
}

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={css.checkbox}>
      {({ isIndeterminate, isSelected }) => (
        <>
          <span className={css.mark}>
            {isIndeterminate ? (
              <MinusIcon size={12} strokeWidth={2.2} />
            ) : isSelected ? (
              <CheckIcon size={12} strokeWidth={2.2} />
            ) : null}
          </span>
          {children !== undefined && <span>{children}</span>}
        </>
      )}
    </AriaCheckbox>
  )
}

export interface SwitchProps {
  children?: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
}

export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={css.switch}>
      <span className={css.track}>
        <span className={css.thumb} />
      </span>
      {children !== undefined && <span>{children}</span>}
    </AriaSwitch>
  )
}
