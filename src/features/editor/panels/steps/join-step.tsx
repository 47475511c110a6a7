import { isRecord } from '#engine/core/document/pointer'
import { Select, useUi } from '#ui'
import { textAt, textsAt } from '../../model/raw.ts'
import { ColumnField, ColumnsField } from './step-fields.tsx'
import { Rows } from './step-rows.tsx'
import { usePartName } from '../use-part-name.ts'
import type { StepFormProps } from './use-step.tsx'
import css from '../panels.module.css'

export function Join({ step, columns, columnsOf, queries, onChange }: StepFormProps) {
  const { t } = useUi()
  const label = (name: string) => t(`editor-panels:step.${name}`)
  const nameOf = usePartName()
  const other = textAt(step, 'with')
  const theirs = columnsOf(other)
  const keys = (Array.isArray(step.on) ? step.on : []).map((on): readonly [string, string] =>
    isRecord(on) ? [textAt(on, 'left'), textAt(on, 'right')] : [String(on), String(on)],
  )
  const write = (next: readonly (readonly [string, string])[]) =>
    onChange({ ...step, on: next.map(([left, right]) => (left === right ? left : { left, right })) })
  const change = (at: number, part: readonly [string | undefined, string | undefined]) =>
    write(keys.map(([left, right], place) => (place === at ? [part[0] ?? left, part[1] ?? right] : [left, right])))
  return (
    <>
      <Select
        label={label('with')}
        options={queries.map((id) => ({ id, label: nameOf('query', id) }))}
        value={other}
        onChange={(next) => {
          if (next !== null) onChange({ ...step, with: next })
        }}
      />
      <p className={css.help}>{label('withHelp')}</p>
      <Rows
        label={label('on')}
        rows={keys}
        least={1}
        onRemove={(at) => write(keys.filter((_key, place) => place !== at))}
        onAdd={() => write([...keys, keys[0] ?? ['local', 'local']])}
        render={([left, right], at) => (
          <>
            <ColumnField
              label={label('left')}
              columns={columns}
              value={left}
              onChange={(next) => change(at, [next, undefined])}
            />
            <ColumnField
              label={label('right')}
              columns={theirs}
              value={right}
              onChange={(next) => change(at, [undefined, next])}
            />
          </>
        )}
      />
      <ColumnsField
        label={label('take')}
        columns={theirs}
        value={textsAt(step, 'columns')}
        placeholder={label('takeAll')}
        onChange={(next) => {
          const { columns: _, ...rest } = step
          onChange(next.length === 0 ? rest : { ...step, columns: next })
        }}
      />
    </>
  )
}
