/**
 * The fields steps are made of. Columns are those that come in; where they are not known before the data, they are
 * typed.
 */
import { Button, IconButton, MultiSelect, PlusIcon, Select, TrashIcon, useUi } from '#ui'
import type { Columns } from '#engine/core/document/columns'
import { columnOptions } from '../../model/column-names.ts'
import { DraftField } from '../parts/draft-field.tsx'
import { Labelled } from '../parts/fold.tsx'
import type { ReactNode } from 'react'
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
import css from '../panels.module.css'

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
  /** What no choice means. */
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

/** Rows with a way to take each away and one to add another. */
export function Rows<T>({
  label,
  rows,
  render,
  least = 0,
  onRemove,
  onAdd,
}: {
  label: string
  rows: readonly T[]
  render: (row: T, at: number) => ReactNode
  least?: number
  onRemove: (at: number) => void
  onAdd?: (() => void) | undefined
}) {
  const { t } = useUi()
  return (
    <Labelled label={label}>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own
        <div
          key={at}
          className={css.object}
          role="group"
          aria-label={t('editor-panels:entry', { name: label, n: at + 1 })}
        >
          <div className={css.objectFields}>{render(row, at)}</div>
          <div className={css.objectActions}>
            <IconButton
              plain
              size="small"
              icon={<TrashIcon size={14} />}
              label={t('editor-panels:removeEntry', { name: label, n: at + 1 })}
              isDisabled={rows.length <= least}
              onPress={() => onRemove(at)}
            />
          </div>
        </div>
      ))}
      {onAdd !== undefined && (
        <div>
          <Button size="small" icon={<PlusIcon size={14} />} onPress={onAdd}>
            {t('editor-panels:addEntry')}
          </Button>
        </div>
      )}
    </Labelled>
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
