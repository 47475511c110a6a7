/** Measures step by step, or the members of a dimension; both periods lie on each other. */
import type { Cell, Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type {
  Completeness,
  Frames,
  Project,
  Projection,
  ProjectionColumn,
  ProjectionContext,
  Series,
} from '#engine/types'
import { bandNames, bandsOf } from '../lib/bands.ts'
import type { Stretch } from '../lib/bands.ts'
import {
  definitionsOf,
  dimOf,
  fieldChangeColumn,
  fieldChangeReader,
  fieldColumn,
  fieldOf,
  fieldReader,
  fieldSentence,
  fieldTones,
  fieldValue,
  membersOf,
  pairsOf,
  pairTotal,
  placeTone,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms, worseOf } from '../lib/groups.ts'
import { dayColumn, definitions, textColumn, write } from '../lib/measure.ts'
import { notesOf } from '../lib/holidays.ts'
import type { Noted } from '../lib/holidays.ts'
import { gapSentences, periodLabels, PERIODS, slightIn, spansOf, statesIn } from '../lib/periods.ts'
import type { PeriodKey } from '../lib/periods.ts'
import { estimateColumns, estimatedAmong } from '../lib/estimates.ts'
import { reasonsIn } from '../lib/reasons.ts'
import { sumRules } from '../lib/sum-rules.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import { breaksOf, rowsWhere, stepsOf } from './slots.ts'
import type { Steps } from './slots.ts'
import type { TimeSeriesOptions } from './generated/options.ts'

export interface TimeProjection extends Noted {
  readonly steps: readonly {
    readonly day: number | null
    readonly referenceDay: number | null
    readonly hour: number | null
    readonly last: number | null
  }[]
  readonly breaks: readonly number[]
  readonly bands: readonly Stretch[]
  readonly reasons: readonly (string | null)[]
  /** The series of each axis. */
  readonly axes: readonly (readonly Field[])[]
}

export const isTime = (projection: Projection): projection is TimeProjection => 'breaks' in projection

/** One drawn line: a measure, or a member of the split. */
interface Line {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly mark: 'line' | 'area' | 'bar'
  readonly axis: 0 | 1
  readonly tone: number
  readonly isStacked: boolean
  /** Of each step. */
  readonly sums: Readonly<Record<PeriodKey, readonly (Atoms | null)[]>>
  readonly states: (period: PeriodKey) => readonly Completeness[]
  readonly slight: (period: PeriodKey) => readonly boolean[]
}

export const project = ((options, { rows, marks, holidays }: Frames, context): TimeProjection => {
  if (rows === undefined) return nothing(context)
  const axis = stepsOf(rows, options.granularity, context)
  const withReference = options.showReference && axis.steps.some(({ reference }) => reference !== null)
  const steps = withReference
    ? axis.steps
    : axis.steps.filter(({ day, comparing }) => day !== null || comparing !== null)
  const shown: Steps = { granularity: axis.granularity, steps }
  const lines =
    options.split === '' ? measureLines(options, rows, shown, context) : memberLines(options, rows, shown, context)
  const periods = withReference ? PERIODS : PERIODS.slice(0, 1)
  const labels = periodLabels(context)
  const spans = spansOf(steps, axis.granularity)
  const bands = bandsOf(marks, spans)
  const notes = firstOfDay(
    steps,
    notesOf(
      {
        holidays,
        spans,
        states: steps.map(({ states }) => states.comparing),
        ...(withReference && { referenceSpans: spansOf(steps, axis.granularity, 'referenceDay') }),
      },
      context,
    ),
  )
  const columns = drawnColumns(lines, { periods, labels, withChange: withReference && options.split === '' }, context)
  const measure = estimatedAmong(lines.map(({ field }) => field.metric))
  const estimated = estimateColumns(
    options.split === '' ? measure : null,
    periods.map((period) => ({ period, label: labels[period], atoms: steps.map((step) => step[period]) })),
    context,
  )
  const states = {
    comparing: statesIn(steps, 'comparing', measure),
    ...(withReference && { reference: statesIn(steps, 'reference', measure) }),
  }
  const total = pairTotal(pairsOf(rows, [], context))
  const fields = lines.map(({ field }) => field)
  const before = [...stepColumns(steps, { granularity: axis.granularity, withReference }, context), ...columns]
  const after = noteColumns(steps, { bands, notes }, context)
  return {
    columns: [...before.map(({ column }) => column), ...estimated.columns, ...after.map(({ column }) => column)],
    // One list of cells a row and nothing besides: of a year of steps everything else would be garbage.
    rows: steps.map((_, at) => {
      const row: Cell[] = []
      for (const { cells } of before) row.push(cells[at] ?? null)
      if (estimated.columns.length > 0) row.push(...estimated.cells(at))
      for (const { cells } of after) row.push(cells[at] ?? null)
      return row
    }),
    states: states.comparing.map((state, at) => worseOf(state, states.reference?.[at] ?? state)),
    coverage: steps.map(({ comparing }) => coverageOfAtoms(comparing)),
    columnStates: Object.fromEntries(
      columns.flatMap(({ column, states }) => (states === undefined ? [] : [[column.id, states]])),
    ),
    slight: Object.fromEntries(
      columns.flatMap(({ column, slight }) => (slight === undefined ? [] : [[column.id, slight]])),
    ),
    series: columns.flatMap(({ series }) => series ?? []),
    category: 'day',
    summary: [
      ...[...new Map(fields.map((field) => [field.id, field])).values()].map(
        (field) =>
          highestSentence(field, { lines, steps, total: total.comparing }, context) ??
          fieldSentence(context, field, total.comparing, withReference ? total.reference : null),
      ),
      ...gapSentences(
        steps.map(({ states }) => states.comparing),
        (at) => nameOfStep(steps[at], context),
        context,
      ),
      ...(bands.length > 0 ? [`${context.t('marks')}: ${bands.map(({ label }) => label).join(', ')}.`] : []),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf(fields))),
    steps: steps.map(({ day, referenceDay, hour }, at) => ({ day, referenceDay, hour, last: spans[at]?.last ?? null })),
    breaks: breaksOf(shown),
    bands,
    notes,
    reasons: reasonsIn(steps, states, { measure, labels }, context),
    axes: lines.some(({ axis: side }) => side === 1)
      ? [0, 1].map((side) => lines.filter((line) => line.axis === side).map(({ field }) => field))
      : [fields],
  }
}) satisfies Project<TimeSeriesOptions>

const nothing = ({ t }: Pick<ProjectionContext, 't'>): TimeProjection => ({
  columns: [],
  rows: [],
  summary: t('summary.none'),
  steps: [],
  breaks: [],
  bands: [],
  reasons: [],
  notes: [],
  axes: [],
})

/** Its day, and its hour where it is one. */
const nameOfStep = (step: Steps['steps'][number] | undefined, context: ProjectionContext): string =>
  [write(context, step?.day ?? null, 'day'), ...(step?.hour == null ? [] : [write(context, step.hour, 'hour')])].join(
    ' ',
  )

/** Of a figure that has no sum, such as a peak, the highest step; null where it has one, or no step. */
function highestSentence(
  field: Field,
  { lines, steps, total }: { lines: readonly Line[]; steps: Steps['steps']; total: Atoms | null },
  context: ProjectionContext,
): string | null {
  if (fieldValue(field, total) !== null) return null
  let highest: { readonly value: number; readonly step: number } | null = null
  for (const line of lines)
    if (line.field.id === field.id)
      for (const [step, value] of line.sums.comparing.map(fieldReader(field)).entries())
        if (value !== null && value > (highest?.value ?? -Infinity)) highest = { value, step }
  if (highest === null) return null
  return context.t('summary.one', {
    metric: field.label,
    comparing: write(context, highest.value, field.format),
    period: nameOfStep(steps[highest.step], context),
  })
}

interface DrawnColumn {
  readonly column: ProjectionColumn
  /** Of each step. */
  readonly cells: readonly Cell[]
  readonly states?: readonly Completeness[]
  readonly slight?: readonly boolean[]
  readonly series?: Series
}

interface DrawnOver {
  readonly periods: readonly PeriodKey[]
  readonly labels: ReturnType<typeof periodLabels>
  readonly withChange: boolean
}

/** When a step is, in each period. */
function stepColumns(
  steps: Steps['steps'],
  { granularity, withReference }: { granularity: Steps['granularity']; withReference: boolean },
  context: ProjectionContext,
): DrawnColumn[] {
  const isHours = granularity === 'hour'
  const hour = { id: 'hour', label: context.t('dim.hour'), format: 'hour', role: 'dim', unit: 'hour' } as const
  return [
    {
      column: dayColumn('day', context.t(isHours ? 'day' : granularity)),
      cells: steps.map(({ day, referenceDay }) => day ?? (withReference ? null : referenceDay)),
    },
    ...(isHours ? [{ column: hour, cells: steps.map((step) => step.hour) }] : []),
    ...(withReference
      ? [
          {
            column: dayColumn('referenceDay', context.t('referenceDay')),
            cells: steps.map(({ referenceDay }) => referenceDay),
          },
        ]
      : []),
  ]
}

/** The note of a step, where there is one. */
function noteColumns(
  steps: Steps['steps'],
  { bands, notes }: Pick<TimeProjection, 'bands' | 'notes'>,
  context: ProjectionContext,
): DrawnColumn[] {
  const withHolidays = notes.some((note) => note !== null && note.text !== null)
  return [
    ...(bands.length === 0
      ? []
      : [{ column: textColumn('marks', context.t('marks')), cells: bandNames(bands, steps.length) }]),
    ...(withHolidays
      ? [
          {
            column: textColumn('holidays', context.t('holidays')),
            cells: notes.map((note) => note?.text ?? null),
          },
        ]
      : []),
  ]
}

/** Of each line its periods, and what has changed between them. */
const drawnColumns = (
  lines: readonly Line[],
  { periods, labels, withChange }: DrawnOver,
  context: ProjectionContext,
): DrawnColumn[] =>
  lines.flatMap((line) => {
    const { id, field, sums } = line
    const read = fieldReader(field)
    const columns: DrawnColumn[] = periods.map((period) => {
      const name = periods.length > 1 ? context.t('of', { metric: line.name, period: labels[period] }) : line.name
      return {
        column: fieldColumn(field, `${id}.${period}`, name),
        cells: sums[period].map(read),
        states: line.states(period),
        slight: line.slight(period),
        series: seriesOf(line, period, name),
      }
    })
    if (withChange) {
      const change = fieldChangeReader(field)
      columns.push({
        column: fieldChangeColumn(field, `${id}.change`, context.t('changeOf', { metric: line.name })),
        cells: sums.comparing.map((comparing, step) => change(comparing, sums.reference[step] ?? null)),
      })
    }
    return columns
  })

/** The hours of a holiday say it once. */
const firstOfDay = (steps: Steps['steps'], notes: TimeProjection['notes']) =>
  notes.map((note, at) =>
    note !== null && steps[at]?.hour !== null && at > 0 && steps[at]?.day === steps[at - 1]?.day ? null : note,
  )

function seriesOf({ id, mark, axis, tone, isStacked }: Line, period: PeriodKey, name: string): Series {
  return {
    id: `${id}.${period}`,
    column: `${id}.${period}`,
    name,
    mark: period === 'reference' && mark === 'area' ? 'line' : mark,
    axis,
    period,
    tone,
    ...(isStacked && mark !== 'line' && { stack: 'all' }),
  }
}

function measureLines(
  { measures, names }: Required<TimeSeriesOptions>,
  rows: Frame,
  { steps }: Steps,
  context: ProjectionContext,
): Line[] {
  const unique = measures.filter(({ measure }, at) => measures.findIndex((one) => one.measure === measure) === at)
  const fields = unique.map(({ measure }) => fieldOf(measure, rows, context, names))
  const tones = fieldTones(fields)
  // An axis on the right needs one on the left.
  const onlyRight = unique.every(({ axis }) => axis === 'right')
  const sums = { comparing: steps.map(({ comparing }) => comparing), reference: steps.map((step) => step.reference) }
  return fields.map((field, at): Line => ({
    id: field.id,
    name: field.label,
    field,
    mark: unique[at]?.mark ?? 'line',
    axis: unique[at]?.axis === 'right' && !onlyRight ? 1 : 0,
    tone: tones[at] as number,
    isStacked: unique[at]?.stacked === true && field.isAdditive,
    sums,
    states: (period) => statesIn(steps, period, field.metric),
    slight: (period) => slightIn(steps, period, field.metric),
  }))
}

/** The largest members of a dimension, each with the same steps as the whole. */
function memberLines(
  { measures, names, split, top, granularity }: Required<TimeSeriesOptions>,
  rows: Frame,
  { granularity: found, steps }: Steps,
  context: ProjectionContext,
): Line[] {
  const [first] = measures
  const field = fieldOf(first?.measure ?? 'ins', rows, context, names)
  const dim = dimOf(split, rows, context, names)
  const pairs = pairsOf(rows, [split], context)
  const members = membersOf(
    pairs,
    { dim, field, order: 'valueDown', top, others: field.isAdditive ? context.t('others') : null },
    context,
  )
  const named = new Set(members.filter(({ isOthers }) => !isOthers).map(({ member }) => member))
  const rest = new Set(pairs.map(({ key }) => key[0] ?? null).filter((member) => !named.has(member)))
  const rules = sumRules(field.metric)
  return members.map(({ member, name, isOthers }, place): Line => {
    const own = stepsOf(
      rowsWhere(rows, split, isOthers ? rest : new Set([member])),
      granularity === 'auto' ? found : granularity,
      context,
    )
    const atomsOf = (period: PeriodKey, key: 'day' | 'referenceDay') => {
      const places = new Map(own.steps.map((step) => [`${step[key]} ${step.hour}`, step]))
      return steps.map((of) => (of[key] === null ? null : (places.get(`${of[key]} ${of.hour}`)?.[period] ?? null)))
    }
    const sums = { comparing: atomsOf('comparing', 'day'), reference: atomsOf('reference', 'referenceDay') }
    return {
      id: isOthers ? 'others' : `member${place}`,
      name,
      field,
      mark: first?.mark ?? 'line',
      axis: 0,
      tone: isOthers ? OTHERS_TONE : placeTone(place),
      isStacked: first?.stacked === true && field.isAdditive,
      sums,
      states: (period) => sums[period].map(rules.state),
      slight: (period) => sums[period].map(rules.isSlight),
    }
  })
}
