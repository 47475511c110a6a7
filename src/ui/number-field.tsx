/** A number typed or stepped; written as the reader's language writes numbers. `null` is an empty field. */
import { Button, Group, Input, NumberField as AriaNumberField } from 'react-aria-components'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { MinusIcon, PlusIcon } from './icons/index.tsx'
import { InLanguage } from './in-language.tsx'
import { useUi } from './provider.tsx'
import css from './field.module.css'

export interface NumberFieldProps extends FieldProps {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  /** `percent` takes and gives 0-1. */
  format?: Intl.NumberFormatOptions
}

export function NumberField({
  label,
  help,
  error,
  value,
  onChange,
  min,
  max,
  step,
  format,
  ...rest
}: NumberFieldProps) {
  const { t } = useUi()
  return (
    <InLanguage>
      <AriaNumberField
        {...rest}
        className={css.field}
        value={value ?? Number.NaN}
        minValue={min}
        maxValue={max}
        step={step}
        formatOptions={format}
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
        decrementAriaLabel={t('ui.less')}
        incrementAriaLabel={t('ui.more')}
      >
        <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
        <Group className={css.box}>
          <Input className={css.input} />
          <Button slot="decrement" className={css.inner}>
            <MinusIcon size={14} />
          </Button>
          <Button slot="increment" className={css.inner}>
            <PlusIcon size={14} />
          </Button>
        </Group>
        <FieldFoot help={help} error={error} />
      </AriaNumberField>
    </InLanguage>
  )
}
