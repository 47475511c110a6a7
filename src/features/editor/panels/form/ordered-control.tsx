/** The order of what was chosen, changed by buttons: each says where it goes. */
import { useUi } from '#ui'
import { OrderButtons } from './order-buttons.tsx'
import css from '../panels.module.css'

export interface OrderedControlProps {
  label: string
  values: readonly string[]
  name: (value: string) => string
  onChange: (values: string[]) => void
}

export function moved<T>(values: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...values]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}

export function OrderedControl({ label, values, name, onChange }: OrderedControlProps) {
  const { t } = useUi()
  return (
    <ol className={css.order} aria-label={t('editor-panels:order', { name: label })}>
      {values.map((value, at) => (
        <li key={value}>
          <span>{name(value)}</span>
          <OrderButtons
            name={name(value)}
            at={at}
            of={values.length}
            onMove={(by) => onChange(moved(values, at, by))}
          />
        </li>
      ))}
    </ol>
  )
}
