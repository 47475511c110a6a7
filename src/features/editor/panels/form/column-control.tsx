import { Select, useUi } from '#ui'

interface ColumnControlProps {
  label: string
  help?: string
  error: string | null
  options: readonly { readonly id: string; readonly label: string }[]
  /** Empty for none. */
  value: string
  mayBeNone: boolean
  onChange: (value: string) => void
}

/** One column of what comes in; one that is not there any more says so. */
export function ColumnControl({ options, value, mayBeNone, onChange, ...common }: ColumnControlProps) {
  const { t } = useUi()
  const isThere = value === '' || options.some(({ id }) => id === value)
  return (
    <Select
      {...common}
      {...(!isThere && { help: t('editor-panels:noColumn') })}
      options={options}
      value={value === '' ? null : value}
      isSearchable
      {...(mayBeNone && { emptyLabel: t('editor-panels:none') })}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
