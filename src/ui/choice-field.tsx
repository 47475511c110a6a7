/** The closed field of a list of which any number is chosen: what is chosen in words, how many, and what is gone. */
import type { ReactNode, RefObject } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { FieldProps } from './field.tsx'
import { ChevronDownIcon } from './icons/index.tsx'
import { PlainFoot, PlainLabel } from './plain-field.tsx'
import { useUi } from './provider.tsx'
import { type ButtonExtras, WithButton } from './trigger.tsx'
import css from './field.module.css'
import own from './multi-select.module.css'

interface ChoiceFieldProps extends Omit<FieldProps, 'name'> {
  id: string
  words: string
  icon: ReactNode
  chosen: number
  total: number
  /** How many were chosen and are no longer offered. */
  flagged: number
  buttonRef: RefObject<HTMLButtonElement | null>
  extras: ButtonExtras
  /** The panel. */
  children: ReactNode
}

export function ChoiceField({
  id,
  label,
  help,
  error,
  isRequired = false,
  isDisabled,
  words,
  icon,
  chosen,
  total,
  flagged,
  buttonRef,
  extras,
  children,
}: ChoiceFieldProps) {
  const { t } = useUi()
  return (
    <div className={css.field} data-invalid={error ? true : undefined}>
      <PlainLabel id={`${id}-label`} isRequired={isRequired}>
        {label}
      </PlainLabel>
      <WithButton buttonRef={buttonRef} extras={extras}>
        <AriaButton
          id={`${id}-button`}
          className={`${css.box} ${css.button}`}
          isDisabled={isDisabled}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={error || help ? `${id}-foot` : undefined}
        >
          {icon !== undefined && <span className={css.icon}>{icon}</span>}
          <span id={`${id}-value`} className={own.value}>
            <span className={chosen === 0 ? `${css.value} ${css.placeholder}` : css.value}>{words}</span>
            {flagged > 0 && (
              <span className={own.flag} title={t('ui.select.flagged')}>
                <s>{flagged}</s>
              </span>
            )}
            {chosen > 0 && total > 1 && (
              <span className={own.chip}>{t('ui.select.count', { count: chosen, total })}</span>
            )}
          </span>
          <span className={css.icon}>
            <ChevronDownIcon />
          </span>
        </AriaButton>
      </WithButton>
      <PlainFoot id={`${id}-foot`} help={help} error={error} />
      {children}
    </div>
  )
}
