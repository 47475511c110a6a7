import { Select, useUi } from '#ui'
import { freshId, recordAt } from '../../model/raw.ts'
import { Rows } from './step-rows.tsx'
import { NameField } from './name-field.tsx'
import type { Step } from './ops.ts'

export function Changes({ step, set }: { step: Step; set: (key: string, value: unknown) => void }) {
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
