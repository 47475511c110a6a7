import { textsAt } from '../../model/raw.ts'
import { ColumnsField } from './step-fields.tsx'
import { ValuesField } from './values-field.tsx'
import { type StepFormProps, useStep } from './use-step.tsx'

export function Pivot(props: StepFormProps) {
  const { step, columns } = props
  const { label, set, column } = useStep(props)
  return (
    <>
      {column('column', 'pivotColumn', undefined, 'dim')}
      <ValuesField
        label={label('pivotValues')}
        value={Array.isArray(step.values) ? step.values : []}
        onChange={(values) => set('values', values)}
      />
      <ColumnsField
        label={label('of')}
        columns={columns}
        only="measure"
        value={typeof step.of === 'string' ? [step.of] : textsAt(step, 'of')}
        onChange={(next) => {
          if (next.length > 0) set('of', next.length === 1 ? next[0] : next)
        }}
      />
    </>
  )
}
