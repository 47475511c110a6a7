/**
 * Any number of a few named choices, all in sight. A choice that cannot be made says why. For many, use a MultiSelect.
 */
import { useId } from 'react'
import { Checkbox } from '../checkbox.tsx'
import type { FieldProps } from '../field.tsx'
import type { OptionId } from '../options.ts'
import field from '../field.module.css'
import { PlainFoot } from '../plain-field.tsx'
import { useUi } from '../provider.tsx'
import css from './form.module.css'

export interface CheckOption<K extends OptionId = string> {
  id: K
  label: string
  /** Its effect, or why it cannot be chosen. */
  hint?: string
  isDisabled?: boolean
}

export interface CheckboxGroupProps<K extends OptionId> extends FieldProps {
  options: readonly CheckOption<K>[]
  value: readonly K[]
  /** In the order of the options; values that are no options are kept at the end. */
  onChange: (value: K[]) => void
  /** As many as fit (default), or one under the other. */
  columns?: 1 | 'fit'
}

export function CheckboxGroup<K extends OptionId>({
  label,
  help,
  error,
  isRequired = false,
  isDisabled = false,
  options,
  value,
  onChange,
  columns = 'fit',
}: CheckboxGroupProps<K>) {
  const { t } = useUi()
  const id = useId()
  const chosen = new Set(value)
  const known = new Set(options.map((option) => option.id))
  const change = (key: K, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(key)
    else next.delete(key)
    onChange([
      ...options.map((option) => option.id).filter((one) => next.has(one)),
      ...value.filter((one) => !known.has(one) && next.has(one)),
    ])
  }
  const count = options.filter((option) => chosen.has(option.id)).length
  return (
    <fieldset
      className={css.group}
      data-invalid={error ? true : undefined}
      aria-describedby={error || help ? `${id}-foot` : undefined}
    >
      <legend className={css.groupLabel}>
        {label}
        {isRequired && (
          <span className={field.required} aria-hidden="true">
            *
          </span>
        )}
        {count > 0 && <span className={css.count}>{t('ui.select.count', { count, total: options.length })}</span>}
      </legend>
      <div className={css.checks} data-columns={columns}>
        {options.map((option) => (
          <div key={option.id} className={css.option}>
            <Checkbox
              isSelected={chosen.has(option.id)}
              isDisabled={isDisabled || option.isDisabled === true}
              isInvalid={Boolean(error)}
              onChange={(on) => change(option.id, on)}
              aria-describedby={option.hint === undefined ? undefined : `${id}-${option.id}`}
            >
              {option.label}
            </Checkbox>
            {option.hint !== undefined && (
              <span id={`${id}-${option.id}`} className={css.hint}>
                {option.hint}
              </span>
            )}
          </div>
        ))}
      </div>
      <PlainFoot id={`${id}-foot`} help={help} error={error} />
    </fieldset>
  )
}
