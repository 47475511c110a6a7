import { useUi } from '#ui'
import { columnsAfter } from '../model/columns.ts'
import { textAt } from '../model/raw.ts'
import { ColumnField } from './steps/step-fields.tsx'
import { Rows } from './steps/step-rows.tsx'

/** As the schema of layouts has it. */
const MAX_LEVELS = 6

/** Columns above the rows of a list, from the top, each with the column of what it is called. */
export function LevelFields({
  label,
  columns,
  value,
  onChange,
}: {
  label: string
  columns: ReturnType<typeof columnsAfter>
  value: readonly unknown[]
  onChange: (levels: readonly unknown[]) => void
}) {
  const { t } = useUi()
  const taken = new Set(value.map((level) => textAt(level, 'value')))
  const next = [...(columns?.keys() ?? [])].find((one) => !taken.has(one)) ?? 'level'
  const change = (at: number, key: 'value' | 'label', column: string | undefined) =>
    onChange(
      value.map((level, place) => {
        const { [key]: _, ...rest } = level as Record<string, unknown>
        return place === at ? { ...rest, ...(column !== undefined && { [key]: column }) } : level
      }),
    )
  return (
    <Rows
      label={label}
      rows={value}
      onRemove={(at) => onChange(value.filter((_level, place) => place !== at))}
      onAdd={value.length >= MAX_LEVELS ? undefined : () => onChange([...value, { value: next }])}
      render={(level, at) => (
        <>
          <ColumnField
            label={t('editor-panels:param.levelValue')}
            columns={columns}
            value={textAt(level, 'value')}
            onChange={(column) => column !== undefined && change(at, 'value', column)}
          />
          <ColumnField
            label={t('editor-panels:param.levelLabel')}
            columns={columns}
            value={textAt(level, 'label')}
            emptyLabel={t('editor-panels:param.levelSame')}
            onChange={(column) => change(at, 'label', column)}
          />
        </>
      )}
    />
  )
}
