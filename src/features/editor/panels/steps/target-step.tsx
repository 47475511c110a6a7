import { own } from '#engine/core/document/pointer'
import { NumberField, useUi } from '#ui'
import { recordAt, textAt } from '../../model/raw.ts'
import { ColumnField } from './step-fields.tsx'
import { Rows } from './step-rows.tsx'
import { NameField } from './name-field.tsx'
import type { StepFormProps } from './use-step.tsx'
import { changed } from './changed-step.ts'

export function Target({ step, columns, onChange }: StepFormProps) {
  const { t } = useUi()
  const label = (name: string) => t(`editor-panels:step.${name}`)
  const target = recordAt(step, 'target')
  const write = (key: string, value: unknown) => onChange(changed(step, ['target', key], value))
  const members = Object.entries(recordAt(target, 'values'))
  const writeMembers = (next: readonly (readonly [string, unknown])[]) => write('values', Object.fromEntries(next))
  const by = textAt(target, 'by')
  return (
    <>
      <ColumnField
        label={label('targetFor')}
        columns={columns}
        only="measure"
        value={textAt(target, 'for')}
        onChange={(next) => {
          if (next !== undefined) write('for', next)
        }}
      />
      <NumberField
        label={label('targetValue')}
        value={typeof target.value === 'number' ? target.value : null}
        // Without members there is nothing else to reach.
        onChange={(value) => {
          if (value !== null || members.length > 0) write('value', value ?? undefined)
        }}
      />
      <ColumnField
        label={label('targetBy')}
        columns={columns}
        only="dim"
        value={by}
        emptyLabel={label('targetAll')}
        onChange={(next) => {
          const { values: _values, by: _by, ...rest } = target
          onChange({
            ...step,
            target:
              next === undefined ? { value: 0, ...rest } : { ...target, by: next, values: own(target, 'values') ?? {} },
          })
        }}
      />
      {by !== '' && (
        <Rows
          label={label('targetMembers')}
          rows={members}
          onRemove={(at) => writeMembers(members.toSpliced(at, 1))}
          onAdd={() => writeMembers([...members, [freshMember(members), Number(target.value ?? 0)]])}
          render={([member, value], at) => (
            <>
              <NameField
                label={label('targetMember')}
                value={member}
                onChange={(next) => {
                  if (!members.some(([one], other) => other !== at && one === next))
                    writeMembers(members.with(at, [next, value]))
                }}
              />
              <NumberField
                label={label('value')}
                value={typeof value === 'number' ? value : null}
                onChange={(next) => {
                  if (next !== null) writeMembers(members.with(at, [member, next]))
                }}
              />
            </>
          )}
        />
      )}
    </>
  )
}

function freshMember(members: readonly (readonly [string, unknown])[]): string {
  for (let n = 1; ; n++) if (!members.some(([one]) => one === String(n))) return String(n)
}
