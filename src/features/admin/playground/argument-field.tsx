import { strangeWord } from '#engine/core/params/arg-fits'
import type { SourceArg } from '#engine/types'
import { MultiSelect, Select, TextField, useUi } from '#ui'
import { NOTHING } from '#ui/format.ts'
import { problemOf } from './arguments.ts'

interface ArgumentFieldProps {
  name: string
  arg: SourceArg
  typed: string
  /** Problems are shown once the query was sent. */
  isAsked: boolean
  onChange: (typed: string) => void
}

/** Words that the source knows are chosen; anything else is typed. */
export function ArgumentField({ name, arg, typed, isAsked, onChange }: ArgumentFieldProps) {
  const { t } = useUi()
  const { type, words, required: isRequired = false } = arg
  const problem = problemOf(arg, typed)
  const error =
    isAsked && problem !== null
      ? t(`admin:playground.problem.${problem}`, { value: strangeWord(arg, typed.trim()) ?? '' })
      : null
  const field = { label: name, isRequired, error }
  if (words === undefined)
    return (
      <TextField
        {...field}
        help={t(`admin:playground.type.${type}`)}
        maxLength={4000}
        value={typed}
        onChange={onChange}
      />
    )
  const options = words.of.map((id) => ({ id, label: id }))
  return words.isList === true ? (
    <MultiSelect
      {...field}
      options={options}
      value={typed === '' ? [] : typed.split(',')}
      onChange={(next) => onChange(next.join(','))}
      flaggedLabel={(id) => id}
    />
  ) : (
    <Select
      {...field}
      options={options}
      {...(!isRequired && { emptyLabel: NOTHING })}
      value={typed === '' ? null : typed}
      onChange={(next) => onChange(next ?? '')}
      flaggedLabel={typed}
    />
  )
}
