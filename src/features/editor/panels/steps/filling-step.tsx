import { NumberField } from '#ui'
import { type StepFormProps, useStep } from './use-step.tsx'

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
