import { useUi } from '#ui'
import { recordAt } from '../../model/raw.ts'
import { ColumnField } from './step-fields.tsx'
import { Rows } from './step-rows.tsx'
import { NameField } from './name-field.tsx'
import type { StepFormProps } from './use-step.tsx'

export function Renames({ step, columns, onChange }: StepFormProps) {
  const { t } = useUi()
  const rows = Object.entries(recordAt(step, 'columns')).map(([from, to]) => [from, String(to)] as const)
  const write = (next: readonly (readonly [string, string])[]) =>
    onChange({ ...step, columns: Object.fromEntries(next) })
  const free = [...(columns?.keys() ?? [])].find((id) => !rows.some(([from]) => from === id))
  return (
    <Rows
      label={t('editor-panels:step.renames')}
      rows={rows}
      onRemove={(at) => write(rows.filter((_row, place) => place !== at))}
      onAdd={free === undefined ? undefined : () => write([...rows, [free, `${free}2`]])}
      render={([from, to], at) => (
        <>
          <ColumnField
            label={t('editor-panels:step.column')}
            columns={columns}
            value={from}
            onChange={(next) => {
              if (next !== undefined && !rows.some(([taken]) => taken === next))
                write(rows.map((row, place) => (place === at ? [next, to] : row)))
            }}
          />
          <NameField
            label={t('editor-panels:step.newName')}
            value={to}
            onChange={(next) => write(rows.map((row, place) => (place === at ? [from, next] : row)))}
          />
        </>
      )}
    />
  )
}
