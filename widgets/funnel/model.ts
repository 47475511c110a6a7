/** Stages from the widest to the narrowest, and which part of the stage before each of them is. */
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
import { passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { asCounted, isWithEstimates, pairedAtoms } from '#domain/metrics/index'
import { definitions, pointsOf, shareColumn, shareOf, textColumn, UNJUDGED } from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import type { FunnelOptions } from './generated/options.ts'

export interface FunnelProjection extends Projection {
  readonly stages: readonly {
    readonly name: string
    readonly value: number | null
    readonly reference: number | null
    readonly change: number | null
    readonly judged: Judged
    readonly rate: number | null
    readonly rateBefore: number | null
    /** Change of the rate in points, over the hours that both periods have. */
    readonly ratePoints: number | null
    /** More than the stage it is a part of: kept, and said. */
    readonly exceeds: boolean
  }[]
  readonly withReference: boolean
  readonly max: number
}

export const isFunnel = (projection: Projection): projection is FunnelProjection => 'stages' in projection

export const project = ((options, { rows }: Frames, context): FunnelProjection => {
  const fields = options.stages
    .map((id) => fieldOf(id, rows, context, options.names))
    .filter(({ isAdditive }) => isAdditive)
  const all = rows === undefined ? { comparing: null, reference: null } : pairTotal(pairsOf(rows, [], context))
  // Stages are of the same hours: an estimate of one of them would make the next look small.
  const total = { comparing: asCounted(all.comparing), reference: asCounted(all.reference) }
  const isPart = isWithEstimates(all.comparing, 'ins') || isWithEstimates(all.reference, 'ins')
  const withReference = options.showReference && total.reference !== null
  const labels = periodLabels(context)
  const values = fields.map((field) => fieldValue(field, total.comparing))
  const before = fields.map((field) => (withReference ? fieldValue(field, total.reference) : null))
  // A change compares the hours that both periods have, also that of a rate.
  const paired = {
    comparing: fields.map((field) => fieldValue(field, total.comparing && pairedAtoms(total.comparing))),
    reference: fields.map((field) =>
      withReference ? fieldValue(field, total.reference && pairedAtoms(total.reference)) : null,
    ),
  }
  const base = (list: readonly (number | null)[], at: number) =>
    at === 0 ? null : (list[options.rate === 'first' ? 0 : at - 1] ?? null)
  const stages = fields.map((field, at) => {
    const judged = withReference ? fieldChange(field, total.comparing, total.reference) : { ...UNJUDGED, value: null }
    const [value, reference] = [values[at] ?? null, before[at] ?? null]
    const whole = base(values, at)
    return {
      name: field.label,
      value,
      reference,
      change: judged.value,
      judged,
      rate: shareOf(value, whole),
      rateBefore: shareOf(reference, base(before, at)),
      ratePoints: pointsOf(
        shareOf(paired.comparing[at] ?? null, base(paired.comparing, at)),
        shareOf(paired.reference[at] ?? null, base(paired.reference, at)),
      ),
      exceeds: whole !== null && value !== null && value > whole,
    }
  })
  const [first] = fields
  return {
    columns: [
      textColumn('stage', context.t('stage')),
      ...(first === undefined
        ? []
        : [
            { ...fieldColumn(first, 'comparing', labels.comparing), metric: undefined },
            ...(withReference
              ? [
                  { ...fieldColumn(first, 'reference', labels.reference), metric: undefined },
                  { ...fieldChangeColumn(first, 'change', context.t('change')), metric: undefined },
                ]
              : []),
          ].map(({ metric: _metric, ...column }) => column)),
      shareColumn('rate', context.t(options.rate === 'first' ? 'ofFirst' : 'ofPrevious')),
      ...(withReference ? [{ ...shareColumn('rateChange', context.t('rateChange')), format: 'points' as const }] : []),
    ],
    rows: stages.map(({ name, value, reference, change, rate, ratePoints }) => [
      name,
      value,
      ...(withReference ? [reference, change] : []),
      rate,
      ...(withReference ? [ratePoints] : []),
    ]),
    states: stages.map(() => (total.comparing === null ? 'missing' : stateOfAtoms(total.comparing))),
    category: 'stage',
    summary: [
      ...(first === undefined
        ? [context.t('summary.none')]
        : [fieldSentence(context, first, total.comparing, withReference ? total.reference : null)]),
      ...(fields.length > 1
        ? [
            fieldSentence(
              context,
              fields.at(-1) as (typeof fields)[number],
              total.comparing,
              withReference ? total.reference : null,
            ),
          ]
        : []),
      ...(isPart ? [context.t('ui:figure.asCounted')] : []),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf(fields))),
    stages,
    withReference,
    max: Math.max(0, ...[...values, ...before].map((value) => value ?? 0)),
  }
}) satisfies Project<FunnelOptions>
