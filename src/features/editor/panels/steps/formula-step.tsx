import { NumberField, Select, Switch, useUi } from '#ui'
import { recordAt } from '../../model/raw.ts'
import { Labelled } from '../parts/fold.tsx'
import { asSide, type Side, sideOf, SIDES, writtenSide } from './formulas.ts'
import { ColumnField } from './step-fields.tsx'
import { Rows } from './step-rows.tsx'
import type { StepFormProps } from './use-step.tsx'
import { changed } from './changed-step.ts'

const MAX_TERMS = 16

const measuresOf = (columns: StepFormProps['columns']) =>
  [...(columns ?? [])].flatMap(([id, role]) => (role === 'measure' ? [id] : []))

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
  const mayGrow = side.kind === 'plus' && side.columns.length < MAX_TERMS
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
