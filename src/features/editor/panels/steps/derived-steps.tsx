/** Columns that are worked out: a formula, a part of a day, a target. */
import { own } from '#engine/core/document/pointer'
import { NumberField, Select, Switch, useUi } from '#ui'
import { put, recordAt, textAt } from '../../model/raw.ts'
import { Labelled } from '../parts/fold.tsx'
import { asSide, type Side, sideOf, SIDES, writtenSide } from './formulas.ts'
import { ColumnField, Rows } from './step-fields.tsx'
import { NameField } from './name-field.tsx'
import type { StepFormProps } from './use-step.tsx'

/** As the schema has them. */
export const PARTS = [
  'weekday',
  'hour',
  'dayOfMonth',
  'week',
  'weekOfYear',
  'month',
  'monthOfYear',
  'quarterOfYear',
  'year',
] as const
const MOST_TERMS = 16

const measuresOf = (columns: StepFormProps['columns']) =>
  [...(columns ?? [])].flatMap(([id, role]) => (role === 'measure' ? [id] : []))

/** A step with one value of it written, or taken away. */
function changed(step: StepFormProps['step'], path: readonly string[], value: unknown) {
  const draft = structuredClone(step) as Record<string, unknown>
  put(draft, path, value)
  return draft
}

export function Formula({ step, columns, onChange }: StepFormProps) {
  const { t } = useUi()
  const label = (name: string) => t(`editor-panels:step.${name}`)
  const formula = recordAt(step, 'formula')
  const [of, over] = [sideOf(formula.of), sideOf(formula.over)]
  const write = (key: string, value: unknown) => onChange(changed(step, ['formula', key], value))
  if (of === null) return null
  return (
    <>
      <SideField
        name={label('formulaOf')}
        side={of}
        columns={columns}
        onChange={(next) => write('of', writtenSide(next))}
      />
      <Switch
        isSelected={over !== null}
        onChange={(isRatio) => {
          if (isRatio) write('over', measuresOf(columns).find((one) => one !== of.columns[0]) ?? of.columns[0])
          else {
            const { over: _over, scale: _scale, ...rest } = formula
            onChange({ ...step, formula: rest })
          }
        }}
      >
        {label('formulaRatio')}
      </Switch>
      {over !== null && (
        <>
          <SideField
            name={label('formulaOver')}
            side={over}
            columns={columns}
            onChange={(next) => write('over', writtenSide(next))}
          />
        </>
      )}
      <NumberField
        label={label('scale')}
        value={typeof formula.scale === 'number' ? formula.scale : 1}
        onChange={(scale) => {
          if (scale !== null) write('scale', scale === 1 ? undefined : scale)
        }}
      />
    </>
  )
}

interface SideFieldProps {
  name: string
  side: Side
  columns: StepFormProps['columns']
  onChange: (side: Side) => void
}

function SideField({ name, side, columns, onChange }: SideFieldProps) {
  const { t } = useUi()
  const measures = measuresOf(columns)
  const write = (at: number, column: string | undefined) => {
    if (column !== undefined) onChange({ ...side, columns: side.columns.with(at, column) })
  }
  const mayGrow = side.kind === 'plus' && side.columns.length < MOST_TERMS
  return (
    <Labelled label={name}>
      <Select
        label={t('editor-panels:step.side', { name })}
        isSearchable={false}
        options={SIDES.map((id) => ({ id, label: t(`editor-panels:step.side_${id}`) }))}
        value={side.kind}
        onChange={(kind) => {
          const next = SIDES.find((one) => one === kind)
          if (next !== undefined) onChange(asSide(side, next, measures))
        }}
      />
      <Rows
        label={t('editor-panels:step.of')}
        rows={side.columns}
        least={side.kind === 'plus' || side.kind === 'minus' ? 2 : 1}
        onRemove={(at) => onChange({ ...side, columns: side.columns.toSpliced(at, 1) })}
        onAdd={mayGrow ? () => onChange({ ...side, columns: [...side.columns, measures[0] ?? 'ins'] }) : undefined}
        render={(column, at) => (
          <ColumnField
            label={t('editor-panels:step.column')}
            columns={columns}
            only="measure"
            value={column}
            onChange={(next) => write(at, next)}
          />
        )}
      />
      {side.kind === 'times' && (
        <NumberField
          label={t('editor-panels:step.factor')}
          value={side.factor}
          onChange={(factor) => {
            if (factor !== null) onChange({ ...side, factor })
          }}
        />
      )}
    </Labelled>
  )
}

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
          // A new column that had the name of its part goes on having it.
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
