import { MultiSelect } from '#ui'
import { OrderedControl } from './ordered-control.tsx'
import css from '../panels.module.css'

interface ChosenInOrderProps {
  label: string
  help?: string
  error: string | null
  options: readonly { readonly id: string; readonly label: string }[]
  value: readonly string[]
  name: (id: string) => string
  onChange: (value: string[]) => void
}

/** Several in the order they were chosen in: what is new comes last. More than one can be put in another order. */
export function ChosenInOrder({ options, value, name, onChange, ...common }: ChosenInOrderProps) {
  return (
    <div className={css.stack}>
      <MultiSelect
        {...common}
        options={options}
        value={value}
        onChange={(next) =>
          onChange([...value.filter((id) => next.includes(id)), ...next.filter((id) => !value.includes(id))])
        }
      />
      {value.length > 1 && <OrderedControl label={common.label} values={value} name={name} onChange={onChange} />}
    </div>
  )
}
