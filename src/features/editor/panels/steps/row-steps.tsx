/** Forms of the steps that order, cut and fill rows. */
import { isRecord } from '#engine/core/document/pointer'
import { NumberField, Switch } from '#ui'
import { textAt } from '../../model/raw.ts'
import { ColumnField, NameField, Rows } from './step-fields.tsx'
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

export function Limit(props: StepFormProps) {
  const { step } = props
  const { label, set, column } = useStep(props)
  return (
    <>
      <NumberField
        label={label('rows')}
        value={Number(step.n)}
        min={0}
        step={1}
        onChange={(n) => {
          if (n !== null) set('n', n)
        }}
      />
      {column('by', 'largestOf', label('firstRows'), 'measure')}
      <Switch isSelected={step.others === true} onChange={(others) => set('others', others)}>
        {label('others')}
      </Switch>
      {step.others === true && (
        <NameField label={label('othersLabel')} value={textAt(step, 'label')} onChange={(next) => set('label', next)} />
      )}
    </>
  )
}

export function Filling(props: StepFormProps) {
  const { step } = props
  const { label, set, column } = useStep(props)
  return (
    <>
      {column('column', 'column', undefined, 'measure')}
      {column('along', 'along')}
      <NumberField
        label={label('maxGap')}
        value={Number(step.maxGap)}
        min={0}
        onChange={(gap) => {
          if (gap !== null && gap > 0) set('maxGap', gap)
        }}
      />
    </>
  )
}
