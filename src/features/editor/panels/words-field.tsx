import type { SourceArg } from '#engine/types'
import { Select, useUi } from '#ui'
import { argName } from '../model/arg-names.ts'
import { ChosenInOrder } from './form/chosen-in-order.tsx'
import { wordName } from '../model/column-names.ts'
import type { Scalar } from './steps/values.ts'

interface WordsFieldProps {
  name: string
  words: NonNullable<SourceArg['words']>
  value: Scalar | readonly Scalar[]
  onChange: (value: string | undefined) => void
}

/** One of the words that an argument takes, or several in an order; what is none of them is shown, to be taken away. */
export function WordsField({ name, words: { of, isList }, value, onChange }: WordsFieldProps) {
  const { t } = useUi()
  const label = t('editor-panels:query.fixedValue', { name: argName(t, name) })
  const nameOf = (word: string) => wordName(t, name, word)
  const chosen = (
    Array.isArray(value) ? value.map(String) : isList === true ? String(value).split(',') : [String(value)]
  ).filter((word) => word !== '')
  const options = [...new Set([...of, ...chosen])].map((id) => ({ id, label: nameOf(id) }))
  if (isList !== true)
    return (
      <Select
        label={label}
        isSearchable={false}
        options={options}
        value={chosen[0] ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  return (
    <ChosenInOrder
      label={label}
      error={null}
      options={options}
      value={chosen}
      name={nameOf}
      onChange={(next) => onChange(next.length === 0 ? undefined : next.join(','))}
    />
  )
}
