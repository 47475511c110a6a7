import { Select, useUi } from '#ui'
import { textAt } from '../../model/raw.ts'
import { ColumnField } from './step-fields.tsx'
import type { StepFormProps } from './use-step.tsx'
import { PARTS } from './date-parts.ts'
import { changed } from './changed-step.ts'

export function DatePart({ step, columns, onChange }: StepFormProps) {
  const { t } = useUi()
  const part = textAt(step, 'part')
  return (
    <>
      <Select
        label={t('editor-panels:step.part')}
        isSearchable={false}
        options={PARTS.map((id) => ({ id, label: t(`editor-panels:step.part_${id}`) }))}
        value={part}
        onChange={(next) => {
          // A new column that had the name of its part keeps it.
          if (next !== null) onChange({ ...step, part: next, as: step.as === part ? next : step.as })
        }}
      />
      <ColumnField
        label={t('editor-panels:step.partFrom')}
        columns={columns}
        only="dim"
        value={textAt(step, 'from')}
        emptyLabel={part === 'hour' ? 'slot' : 'day'}
        onChange={(from) => onChange(changed(step, ['from'], from))}
      />
    </>
  )
}
