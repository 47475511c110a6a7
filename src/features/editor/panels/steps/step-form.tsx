/** The form of one step. Each kind has its own few fields; what it writes is a step of the same kind. */
import type { Columns } from '#engine/core/document/columns'
import { METRICS } from '#domain/metrics/index'
import { NumberField, Select, Switch, useUi } from '#ui'
import { freshId, recordAt, textAt, textsAt } from '../../model/raw.ts'
import { columnName } from '../../model/column-names.ts'
import { ColumnField, ColumnsField, ConditionsField } from './step-fields.tsx'
import { Rows } from './step-rows.tsx'
import { NameField } from './name-field.tsx'
import { DatePart } from './date-part-step.tsx'
import { Target } from './target-step.tsx'
import { Formula } from './formula-step.tsx'
import { type Derivation, DERIVATIONS, freshDerivation, type Op } from './ops.ts'
import { Filling } from './filling-step.tsx'
import { Limit } from './limit-step.tsx'
import { Sorting } from './sorting-step.tsx'
import { Comparison } from './comparison-step.tsx'
import { Pivot } from './pivot-step.tsx'
import { type StepFormProps, useStep } from './use-step.tsx'
import { Renames } from './renames-step.tsx'
import { Join } from './join-step.tsx'

const FUNCTIONS = ['total', 'max', 'min', 'average', 'weightedAverage', 'averageIgnoringNulls'] as const
const namesOf = (columns: Columns | undefined, role: 'dim' | 'measure') =>
  [...(columns ?? [])].filter(([, one]) => one === role).map(([id]) => id)

export function StepForm(props: StepFormProps) {
  const { step, columns } = props
  const { set } = useStep(props)
  switch (step.op as Op) {
    case 'filter':
      return <ConditionsField columns={columns} where={step.where} onChange={(where) => set('where', where)} />
    case 'rename':
      return <Renames {...props} />
    case 'derive':
      return <DerivationForm {...props} />
    case 'aggregate':
      return <Aggregation {...props} />
    case 'compare':
      return <Comparison {...props} />
    case 'join':
      return <Join {...props} />
    case 'pivot':
      return <Pivot {...props} />
    case 'sort':
      return <Sorting {...props} />
    case 'limit':
      return <Limit {...props} />
    case 'fill':
      return <Filling {...props} />
  }
}

function DerivationForm({ step, columns, onChange, ...rest }: StepFormProps) {
  const { t } = useUi()
  const label = (name: string) => t(`editor-panels:step.${name}`)
  const kind = DERIVATIONS.find((one) => Object.hasOwn(step, one)) ?? 'ratio'
  const measures = namesOf(columns, 'measure')
  const choose = (next: Derivation) => onChange(freshDerivation(next, step.as, measures))
  const pair = textsAt(step, kind)
  const change = (at: number, next: string | undefined) => {
    if (next !== undefined) onChange({ ...step, [kind]: pair.map((one, place) => (place === at ? next : one)) })
  }
  return (
    <>
      <NameField label={label('newColumn')} value={textAt(step, 'as')} onChange={(as) => onChange({ ...step, as })} />
      <Select
        label={label('derivation')}
        options={DERIVATIONS.map((id) => ({ id, label: label(`derive_${id}`) }))}
        value={kind}
        onChange={(next) => {
          if (next !== null) choose(next)
        }}
      />
      {kind === 'formula' && <Formula step={step} columns={columns} onChange={onChange} {...rest} />}
      {kind === 'part' && <DatePart step={step} columns={columns} onChange={onChange} {...rest} />}
      {kind === 'target' && <Target step={step} columns={columns} onChange={onChange} {...rest} />}
      {kind === 'metric' && (
        <Select
          label={label('metric')}
          options={METRICS.map(({ id }) => ({ id, label: columnName(t, id), hint: id }))}
          value={textAt(step, 'metric')}
          onChange={(metric) => {
            if (metric !== null) onChange({ ...step, metric })
          }}
        />
      )}
      {kind === 'share' && (
        <>
          <ColumnField
            label={label('shareOf')}
            columns={columns}
            only="measure"
            value={textAt(step, 'share')}
            onChange={(share) => {
              if (share !== undefined) onChange({ ...step, share })
            }}
          />
          <ColumnsField
            label={label('shareBy')}
            columns={columns}
            only="dim"
            value={textsAt(step, 'by')}
            placeholder={label('shareAll')}
            onChange={(by) => {
              const { by: _, ...rest } = step
              onChange(by.length === 0 ? rest : { ...step, by })
            }}
          />
        </>
      )}
      {(kind === 'ratio' || kind === 'difference') && (
        <>
          <ColumnField
            label={label(kind === 'ratio' ? 'numerator' : 'minuend')}
            columns={columns}
            only="measure"
            value={pair[0] ?? ''}
            onChange={(next) => change(0, next)}
          />
          <ColumnField
            label={label(kind === 'ratio' ? 'denominator' : 'subtrahend')}
            columns={columns}
            only="measure"
            value={pair[1] ?? ''}
            onChange={(next) => change(1, next)}
          />
        </>
      )}
      {kind === 'ratio' && (
        <NumberField
          label={label('scale')}
          value={typeof step.scale === 'number' ? step.scale : 1}
          onChange={(scale) => {
            if (scale !== null) onChange({ ...step, scale })
          }}
        />
      )}
    </>
  )
}

function Aggregation({ step, columns, onChange }: StepFormProps) {
  const { t } = useUi()
  const label = (name: string) => t(`editor-panels:step.${name}`)
  const all = step.measures === 'all'
  const measures = recordAt(step, 'measures')
  const known = namesOf(columns, 'measure')
  const first = known[0] ?? 'ins'
  const write = (next: Readonly<Record<string, unknown>>) => onChange({ ...step, measures: next })
  const rename = (from: string, to: string) => {
    if (!Object.hasOwn(measures, to))
      write(Object.fromEntries(Object.entries(measures).map(([id, one]) => [id === from ? to : id, one])))
  }
  return (
    <>
      <ColumnsField
        label={label('groupBy')}
        columns={columns}
        value={textsAt(step, 'by')}
        placeholder={label('oneRow')}
        onChange={(by) => onChange({ ...step, by })}
      />
      <Switch
        isSelected={all}
        onChange={(next) => onChange({ ...step, measures: next ? 'all' : { [first]: { fn: 'total', of: first } } })}
      >
        {label('allTotals')}
      </Switch>
      {!all && (
        <Rows
          label={label('measures')}
          rows={Object.entries(measures)}
          onRemove={(at) => write(Object.fromEntries(Object.entries(measures).filter((_one, place) => place !== at)))}
          onAdd={() => {
            const of = known.find((id) => !Object.hasOwn(measures, id)) ?? first
            write({ ...measures, [freshId(of, measures)]: { fn: 'total', of } })
          }}
          render={([id, one]) => (
            <>
              <NameField label={label('newColumn')} value={id} onChange={(next) => rename(id, next)} />
              <Select
                label={label('fn')}
                options={FUNCTIONS.map((fn) => ({ id: fn, label: label(`fn_${fn}`) }))}
                value={textAt(one, 'fn')}
                onChange={(fn) =>
                  write({
                    ...measures,
                    [id]: {
                      fn,
                      of: textAt(one, 'of'),
                      ...(fn === 'weightedAverage' && { weight: textAt(one, 'weight') || first }),
                    },
                  })
                }
              />
              <ColumnField
                label={label('column')}
                columns={columns}
                only="measure"
                value={textAt(one, 'of')}
                onChange={(of) => {
                  if (of !== undefined) write({ ...measures, [id]: { ...recordAt(measures, id), of } })
                }}
              />
              {textAt(one, 'fn') === 'weightedAverage' && (
                <ColumnField
                  label={label('weight')}
                  columns={columns}
                  only="measure"
                  value={textAt(one, 'weight')}
                  onChange={(weight) => {
                    if (weight !== undefined) write({ ...measures, [id]: { ...recordAt(measures, id), weight } })
                  }}
                />
              )}
            </>
          )}
        />
      )}
    </>
  )
}
