import { NumberField } from '#ui'
import css from '../panels.module.css'

interface NumbersControlProps {
  item: { readonly least: number; readonly most: number; readonly isWhole: boolean }
  value: readonly number[]
  onChange: (value: number[]) => void
}

/** A field for each number of a list whose length is fixed; an emptied one stays what it was. */
export function NumbersControl({ item, value, onChange }: NumbersControlProps) {
  return (
    <div className={css.numbers}>
      {value.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a place in the list is all a number is
        <NumberField
          key={at}
          label={String(at + 1)}
          value={one}
          min={item.least}
          max={item.most}
          {...(item.isWhole && { step: 1 })}
          onChange={(next) => onChange(value.map((old, place) => (place === at ? (next ?? old) : old)))}
        />
      ))}
    </div>
  )
}
