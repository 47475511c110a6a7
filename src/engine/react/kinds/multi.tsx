/** Any number of a list. */
import { MultiSelect, useUi } from '#ui'
import { iconOf, isStores, Retry, useChoices, useProblem, useWaiting } from '../control-parts.tsx'
import type { ControlProps } from '../services.tsx'

type Id = string | number

export default function MultiControl({ param, onChange, onRetry }: ControlProps) {
  const { t } = useUi()
  const choices = useChoices(param)
  const value = [...((param.draft as readonly Id[] | undefined) ?? []), ...param.missing]
  return (
    <>
      <MultiSelect
        label={param.label}
        options={choices}
        value={value}
        onChange={(ids) => onChange(ids)}
        {...(param.mayBeEmpty === true && { placeholder: t('ui.select.any') })}
        {...(isStores(param.key) && { allLabel: t('app:stores.all') })}
        icon={iconOf(param.key)}
        error={useProblem(param)}
        {...useWaiting(param)}
      />
      <Retry param={param} onRetry={onRetry} />
    </>
  )
}
