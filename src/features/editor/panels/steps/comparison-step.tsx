import { textsAt } from '../../model/raw.ts'
import { ColumnsField } from './step-fields.tsx'
import { type StepFormProps, useStep } from './use-step.tsx'
import { Changes } from './changes-fields.tsx'

const orNone = (values: readonly string[]) => (values.length === 0 ? undefined : values)

export function Comparison(props: StepFormProps) {
  const { step, columns } = props
  const { label, set, column } = useStep(props)
  return (
    <>
      {column('by', 'periodColumn')}
      <ColumnsField
        label={label('key')}
        columns={columns}
        only="dim"
        value={textsAt(step, 'key')}
        placeholder={label('allDims')}
        onChange={(next) => set('key', orNone(next))}
      />
      <ColumnsField
        label={label('of')}
        columns={columns}
        only="measure"
        value={textsAt(step, 'of')}
        placeholder={label('allMeasures')}
        onChange={(next) => set('of', orNone(next))}
      />
      <Changes step={step} set={set} />
    </>
  )
}
