/**
 * One figure of the whole period with its change, its target and its rating; the stretches it is made of are a
 * separate part.
 */
import type { Atoms } from '#domain/metrics/index'
import type { Project, Projection, ProjectionContext } from '#engine/types'
import {
  additive,
  definitionsOf,
  fieldChange,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldReader,
  fieldSentence,
  fieldValue,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms, stateOfAtoms, worseOf } from '../lib/groups.ts'
import { dayColumn, definitions, shareColumn, textColumn } from '../lib/measure.ts'
import type { Change } from '../lib/measure.ts'
import { periodLabels, PERIODS, slightIn, statesIn, timeline } from '../lib/periods.ts'
import type { Slot } from '../lib/periods.ts'
import { estimateColumns } from '../lib/estimates.ts'
import { estimateWords, shortEstimate } from '../lib/reasons.ts'
import { progressOf, stepOf, worded } from '../lib/steps.ts'
import { type Goal, goalOf, targetOf } from '../lib/target.ts'
import type { Step } from '../lib/steps.ts'
import { toneOfMetric } from '../lib/tones.ts'
import type { NumberTileOptions } from './generated/options.ts'

export interface TileProjection extends Projection {
  readonly field: Field
  readonly value: number | null
  readonly reference: number | null
  readonly change: Change | null
  /** The estimated part of the figure, in words: long, and short. */
  readonly estimate: { readonly words: string; readonly short: string } | null
  readonly step: Step | null
  readonly target: number | null
  /** Reached, or by how much it is not; null without a target. */
  readonly goal: Goal | null
  readonly progress: number | null
  readonly tone: number
  /** The stretches of the period, as many as the table of the course has rows. */
  readonly course: {
    readonly values: readonly (number | null)[]
    readonly reference: readonly (number | null)[] | null
    readonly states: readonly ReturnType<typeof stateOfAtoms>[]
  } | null
}

export const isTile = (projection: Projection): projection is TileProjection => 'progress' in projection

export const project = ((options, { rows }, context): TileProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const labels = periodLabels(context)
  const total = rows === undefined ? { comparing: null, reference: null } : pairTotal(pairsOf(rows, [], context))
  const withReference = options.showReference && total.reference !== null
  const reference = withReference ? total.reference : null
  const value = fieldValue(field, total.comparing)
  const before = fieldValue(field, reference)
  const change = withReference ? fieldChange(field, total.comparing, reference) : null
  const target = targetOf(options, rows, total.comparing, context)
  const step = stepOf(worded(options.thresholds, context), value)
  const goal = goalOf(field, value, target, context)
  const progress = progressOf(value, target, field.betterWhen)
  // A figure outside of the registry is of no hours: it is known or it is not.
  const isUnknown = total.comparing === null || (field.metric === null && value === null)
  const state = isUnknown ? ('missing' as const) : stateOfAtoms(total.comparing, field.metric)
  const estimated = estimateColumns(
    field.metric,
    [
      { period: 'comparing', label: labels.comparing, atoms: [total.comparing] },
      ...(withReference ? [{ period: 'reference' as const, label: labels.reference, atoms: [reference] }] : []),
    ],
    context,
  )
  const figure: Projection = {
    columns: [
      textColumn('measure', context.t('measure')),
      fieldColumn(field, 'comparing', labels.comparing),
      ...(withReference
        ? [fieldColumn(field, 'reference', labels.reference), fieldChangeColumn(field, 'change', context.t('change'))]
        : []),
      ...(target === null
        ? []
        : [fieldColumn(field, 'target', context.t('target')), shareColumn('progress', context.t('progress'))]),
      ...(options.thresholds.length === 0 ? [] : [textColumn('rating', context.t('rating'))]),
      ...estimated.columns,
    ],
    rows: [
      [
        field.label,
        value,
        ...(withReference ? [before, change?.value ?? null] : []),
        ...(target === null ? [] : [target, progress]),
        ...(options.thresholds.length === 0 ? [] : [step?.word ?? null]),
        ...estimated.cells(0),
      ],
    ],
    states: [state],
    ...(withReference && { columnStates: { reference: [stateOfAtoms(reference, field.metric)] } }),
    category: 'measure',
    summary: [
      fieldSentence(context, field, total.comparing, reference),
      ...[estimateWords(field.metric, total.comparing, context)].filter((words) => words !== null),
      ...(step === null ? [] : [`${step.word}.`]),
      ...(goal === null ? [] : [`${goal.words}.`]),
    ].join(' '),
    passport: {
      ...passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
      ...(isUnknown && total.comparing !== null && { state: 'missing' as const }),
    },
  }
  const line = options.spark === 'none' || rows === undefined ? null : timeline(additive(rows), 'auto', context)
  const course =
    line !== null && line.slots.length > 1
      ? courseOf(line.slots, line.granularity, field, withReference, context)
      : null
  return {
    ...figure,
    ...(course && {
      parts: [
        { id: 'figure', title: context.t('figure'), projection: figure },
        { id: 'course', title: context.t('course'), projection: course.projection },
      ],
    }),
    field,
    value,
    reference: before,
    change,
    estimate: estimateFor(field, total.comparing, context),
    step,
    target,
    goal,
    progress,
    tone: field.metric === null || toneOfMetric(field.metric) < 0 ? 0 : toneOfMetric(field.metric),
    course: course && { values: course.values, reference: course.reference, states: course.drawn },
  }
}) satisfies Project<NumberTileOptions>

function estimateFor({ metric }: Field, atoms: Atoms | null, context: ProjectionContext): TileProjection['estimate'] {
  const words = estimateWords(metric, atoms, context)
  return words === null ? null : { words, short: shortEstimate(metric, atoms, context) }
}

function courseOf(
  slots: readonly Slot[],
  granularity: 'day' | 'week' | 'month',
  field: Field,
  withReference: boolean,
  context: ProjectionContext,
) {
  const labels = periodLabels(context)
  const periods = withReference ? PERIODS : PERIODS.slice(0, 1)
  const read = fieldReader(field)
  const values = (period: 'comparing' | 'reference') => slots.map((slot) => read(slot[period]))
  const [comparing, reference] = [values('comparing'), withReference ? values('reference') : null]
  const states = {
    comparing: statesIn(slots, 'comparing', field.metric),
    ...(withReference && { reference: statesIn(slots, 'reference', field.metric) }),
  }
  const slight = slightIn(slots, 'comparing', field.metric)
  const projection: Projection = {
    columns: [
      dayColumn('day', context.t(granularity)),
      ...(withReference ? [dayColumn('referenceDay', context.t('referenceDay'))] : []),
      ...periods.map((period) => fieldColumn(field, period, labels[period])),
    ],
    rows: slots.map((slot, at) => [
      withReference ? slot.day : (slot.day ?? slot.referenceDay),
      ...(withReference ? [slot.referenceDay] : []),
      comparing[at] ?? null,
      ...(reference === null ? [] : [reference[at] ?? null]),
    ]),
    coverage: slots.map(({ comparing }) => coverageOfAtoms(comparing)),
    states: states.comparing.map((state, at) => worseOf(state, states.reference?.[at] ?? state)),
    columnStates: states,
    category: 'day',
    summary: '',
  }
  return {
    projection,
    values: comparing,
    reference,
    drawn: states.comparing.map((state, at) => (slight[at] === true ? 'final' : state)),
  }
}
