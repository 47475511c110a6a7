import { Select, useUi } from '#ui'
import { freshId, recordAt, textsAt } from '../../model/raw.ts'
import { ColumnsField, Rows } from './step-fields.tsx'
import { NameField } from './name-field.tsx'
import type { Step } from './ops.ts'
import { type StepFormProps, useStep } from './use-step.tsx'

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

function Changes({ step, set }: { step: Step; set: (key: string, value: unknown) => void }) {
  const { t } = useUi()
  const changes = Object.entries(recordAt(step, 'as'))
  const write = (next: readonly (readonly [string, unknown])[]) =>
    set('as', next.length === 0 ? undefined : Object.fromEntries(next))
  return (
    <Rows
      label={t('editor-panels:step.changes')}
      rows={changes}
      onRemove={(at) => write(changes.filter((_one, place) => place !== at))}
      onAdd={() => write([...changes, [freshId('delta', recordAt(step, 'as')), 'abs']])}
      render={([suffix, kind], at) => (
        <>
          <NameField
            label={t('editor-panels:step.suffix')}
            value={suffix}
            onChange={(next) => {
              if (!changes.some(([taken]) => taken === next))
                write(changes.map((one, place) => (place === at ? [next, kind] : one)))
            }}
          />
          <Select
            label={t('editor-panels:step.change')}
            options={(['abs', 'percent'] as const).map((id) => ({ id, label: t(`editor-panels:step.change_${id}`) }))}
            value={String(kind)}
            onChange={(next) => write(changes.map((one, place) => (place === at ? [suffix, next] : one)))}
          />
        </>
      )}
    />
  )
}
