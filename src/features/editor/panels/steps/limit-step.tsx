/** The form of the step that cuts rows off. */
import { NumberField, Switch } from '#ui'
import { textAt } from '../../model/raw.ts'
import { NameField } from './name-field.tsx'
import { type StepFormProps, useStep } from './use-step.tsx'

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
