/**
 * The fields steps are made of. Columns are those that come in; where they are not known before the data, they are
 * typed.
 */
import { MultiSelect, Select, useUi } from '#ui'
import type { Columns } from '#engine/core/document/columns'
import { columnOptions } from '../../model/column-names.ts'
import { DraftField } from '../parts/draft-field.tsx'
import {
  type Condition,
  fitValue,
  OPERATORS,
  type Operator,
  readList,
  readValue,
  showList,
  showValue,
  conditionsOf,
  whereOf,
} from './values.ts'
import { Rows } from './step-rows.tsx'

export interface ColumnFieldProps {
  label: string
  columns: Columns | undefined
  value: string
  /** Columns of this role alone. */
  only?: 'dim' | 'measure'
  /** May be left out; this text says what then happens. */
  emptyLabel?: string
  onChange: (value: string | undefined) => void
}

export function ColumnField({ label, columns, value, only, emptyLabel, onChange }: ColumnFieldProps) {
  const { t } = useUi()
  if (columns === undefined) {
    const write = (text: string) =>
      text === '' && emptyLabel === undefined
        ? t('editor-panels:problem.missing')
        : (onChange(text === '' ? undefined : text), null)
    return <DraftField label={label} value={value} write={write} />
  }
  return (
    <Select
      label={label}
      options={columnOptions(t, columns, { metrics: false, ...(only && { role: only }) })}
      value={value === '' ? null : value}
      {...(value !== '' && !columns.has(value) && { help: t('editor-panels:noColumn') })}
      {...(emptyLabel !== undefined && { emptyLabel })}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

export interface ColumnsFieldProps extends Omit<ColumnFieldProps, 'value' | 'onChange' | 'emptyLabel'> {
  value: readonly string[]
  /** The label of no choice. */
  placeholder?: string
  onChange: (value: string[]) => void
}

export function ColumnsField({ label, columns, value, only, placeholder, onChange }: ColumnsFieldProps) {
  const { t } = useUi()
  if (columns === undefined) {
    return (
      <DraftField
        label={label}
        value={showList(value)}
        {...(placeholder !== undefined && { placeholder })}
        write={(text) => (onChange(readList(text).map(String)), null)}
      />
    )
  }
  return (
    <MultiSelect
      label={label}
      options={columnOptions(t, columns, { metrics: false, ...(only && { role: only }) })}
      value={value}
      {...(placeholder !== undefined && { placeholder })}
      onChange={(next) =>
        onChange([...value.filter((id) => next.includes(id)), ...next.filter((id) => !value.includes(id))])
      }
    />
  )
}

/** Which rows a filter keeps: all conditions must hold. */
export function ConditionsField({
  columns,
  where,
  onChange,
}: {
  columns: Columns | undefined
  where: unknown
  onChange: (where: Record<string, unknown>) => void
}) {
  const { t } = useUi()
  const rows = conditionsOf(where) ?? []
  const write = (next: readonly Condition[]) => onChange(whereOf(next))
  const free = (column: string, but?: number): Operator[] =>
    OPERATORS.filter(
      (operator) => !rows.some((row, at) => at !== but && row.column === column && row.operator === operator),
    )
  const change = (at: number, part: Partial<Condition>) =>
    write(rows.map((row, place) => (place === at ? { ...row, ...part } : row)))
  const offered = [...(columns?.keys() ?? rows.map(({ column }) => column))]
  const open = offered.find((column) => free(column).length > 0)
  return (
    <Rows
      label={t('editor-panels:step.conditions')}
      rows={rows}
      least={0}
      onRemove={(at) => write(rows.filter((_row, place) => place !== at))}
      onAdd={
        open === undefined
          ? undefined
          : () =>
              write(
                [...rows, { column: open, operator: free(open)[0] ?? 'eq', value: null }].map((row) =>
                  row.operator === 'in' ? { ...row, value: fitValue('in', row.value) } : row,
                ),
              )
      }
      render={(row, at) => (
        <>
          <ColumnField
            label={t('editor-panels:step.column')}
            columns={columns}
            value={row.column}
            onChange={(column) => {
              const operator =
                column === undefined
                  ? undefined
                  : free(column, at).includes(row.operator)
                    ? row.operator
                    : free(column, at)[0]
              if (column !== undefined && operator !== undefined)
                change(at, { column, operator, value: fitValue(operator, row.value) })
            }}
          />
          <Select
            label={t('editor-panels:step.operator')}
            options={free(row.column, at).map((id) => ({ id, label: t(`editor-panels:operator.${id}`) }))}
            value={row.operator}
            isSearchable={false}
            onChange={(operator) => {
              if (operator !== null) change(at, { operator, value: fitValue(operator, row.value) })
            }}
          />
          <DraftField
            label={t(row.operator === 'in' ? 'editor-panels:step.values' : 'editor-panels:step.value')}
            value={showValue(row)}
            help={t('editor-panels:step.valueHelp')}
            write={(text) => (change(at, { value: readValue(row.operator, text) }), null)}
          />
        </>
      )}
    />
  )
}
