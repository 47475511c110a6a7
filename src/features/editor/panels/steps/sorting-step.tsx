import { isRecord } from '#engine/core/document/pointer'
import { Switch } from '#ui'
import { textAt } from '../../model/raw.ts'
import { ColumnField } from './step-fields.tsx'
import { Rows } from './step-rows.tsx'
import { type StepFormProps, useStep } from './use-step.tsx'

export function Sorting(props: StepFormProps) {
  const { step, columns } = props
  const { label, set } = useStep(props)
  const keys = (Array.isArray(step.by) ? step.by : []).filter(isRecord)
  const free = [...(columns?.keys() ?? [])].find((id) => !keys.some((key) => key.column === id))
  return (
    <Rows
      label={label('sortBy')}
      rows={keys}
      least={1}
      onRemove={(at) =>
        set(
          'by',
          keys.filter((_key, place) => place !== at),
        )
      }
      onAdd={free === undefined ? undefined : () => set('by', [...keys, { column: free }])}
      render={(key, at) => (
        <>
          <ColumnField
            label={label('column')}
            columns={columns}
            value={textAt(key, 'column')}
            onChange={(next) => {
              if (next !== undefined)
                set(
                  'by',
                  keys.map((one, place) => (place === at ? { ...one, column: next } : one)),
                )
            }}
          />
          <Switch
            isSelected={key.desc === true}
            onChange={(desc) =>
              set(
                'by',
                keys.map((one, place) => (place === at ? { column: one.column, ...(desc && { desc }) } : one)),
              )
            }
          >
            {label('desc')}
          </Switch>
        </>
      )}
    />
  )
}
