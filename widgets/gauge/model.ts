/** One figure between two ends, with its rating, its target and its value before. */
import type { Frames, Project, Projection } from '#engine/types'
import {
  definitionsOf,
  fieldChange,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldValue,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { definitions, textColumn } from '../lib/measure.ts'
import type { Change } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import { sortedSteps, stepOf, worded } from '../lib/steps.ts'
import { type Goal, goalOf, targetOf } from '../lib/target.ts'
import type { Step } from '../lib/steps.ts'
import type { GaugeOptions } from './generated/options.ts'

export interface GaugeProjection extends Projection {
  readonly field: Field
  readonly value: number | null
  readonly reference: number | null
  readonly change: Change | null
  readonly target: number | null
  /** Reached, or by how much it is not; null without a target. */
  readonly goal: Goal | null
  readonly step: Step | null
  readonly scale: { readonly min: number; readonly max: number }
  /** Named stretches of the scale, as shares of it. */
  readonly zones: readonly { readonly from: number; readonly to: number; readonly step: Step }[]
}

export const isGauge = (projection: Projection): projection is GaugeProjection => 'zones' in projection

export const project = ((options, { rows }: Frames, context): GaugeProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const total = rows === undefined ? { comparing: null, reference: null } : pairTotal(pairsOf(rows, [], context))
  const target = targetOf(options, rows, total.comparing, context)
  const withReference = options.showReference && total.reference !== null
  const [value, reference] = [
    fieldValue(field, total.comparing),
    withReference ? fieldValue(field, total.reference) : null,
  ]
  const goal = goalOf(field, value, target, context)
  const change = withReference ? fieldChange(field, total.comparing, total.reference) : null
  const thresholds = worded(options.thresholds, context)
  const step = stepOf(thresholds, value)
  const max =
    options.max ??
    (field.unit === 'percent' ? 100 : roundAbove(Math.max(value ?? 0, reference ?? 0, target ?? 0, options.min)))
  const scale = { min: options.min, max: max > options.min ? max : options.min + 1 }
  const share = (at: number) => Math.max(0, Math.min(1, (at - scale.min) / (scale.max - scale.min)))
  const steps = sortedSteps(thresholds)
  const labels = periodLabels(context)
  return {
    columns: [
      textColumn('measure', context.t('measure')),
      fieldColumn(field, 'comparing', labels.comparing),
      ...(withReference
        ? [fieldColumn(field, 'reference', labels.reference), fieldChangeColumn(field, 'change', context.t('change'))]
        : []),
      ...(target === null ? [] : [fieldColumn(field, 'target', context.t('target'))]),
      ...(steps.length === 0 ? [] : [textColumn('rating', context.t('rating'))]),
    ],
    rows: [
      [
        field.label,
        value,
        ...(withReference ? [reference, change?.value ?? null] : []),
        ...(target === null ? [] : [target]),
        ...(steps.length === 0 ? [] : [step?.word ?? null]),
      ],
    ],
    states: [total.comparing === null ? 'missing' : stateOfAtoms(total.comparing, field.metric)],
    ...(withReference && { columnStates: { reference: [stateOfAtoms(total.reference, field.metric)] } }),
    category: 'measure',
    summary: [
      fieldSentence(context, field, total.comparing, withReference ? total.reference : null),
      ...(step === null ? [] : [`${step.word}.`]),
      ...(goal === null ? [] : [`${goal.words}.`]),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
    field,
    value,
    reference,
    change,
    target,
    goal,
    step,
    scale,
    zones: steps
      .map((one, at) => ({
        step: one,
        from: share(one.from),
        to: at + 1 < steps.length ? share(steps[at + 1]?.from as number) : 1,
      }))
      .filter(({ from, to }) => to > from),
  }
}) satisfies Project<GaugeOptions>

/** 1, 2, 2.5 or 5 times a power of ten: the next one above. */
export function roundAbove(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const found = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value)
  const end = (found ?? 10) * power
  return Number.isFinite(end) ? end : value
}
