/**
 * From the reference to the comparing period, step by step; without a reference, what a whole is made of. The steps add
 * up exactly: a member that was measured in one period only is a separate step, and so are the hours of the others
 * that one period has alone, or an outage would be a fall of its store.
 */
import type { Cell } from '#domain/frame'
import { pairedAtoms } from '#domain/metrics/index'
import type { Completeness, Frames, Project, Projection, ProjectionContext } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldValue,
  hasReference,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field, Pair } from '../lib/fields.ts'
import { passportOfAtoms, stateOfAtoms, worstOf } from '../lib/groups.ts'
import { definitions, textColumn, write, type Verdict } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import type { WaterfallOptions } from './generated/options.ts'

export interface Step {
  readonly name: string
  readonly member: Cell
  readonly kind: 'total' | 'step' | 'others'
  readonly from: number
  readonly to: number
  readonly value: number | null
  readonly judgement: 'good' | 'bad' | 'neutral'
  /** One of the periods lacks more hours than the other: the step is shown, and said to be unsafe. */
  readonly isUneven: boolean
  readonly state: Completeness
}

export interface WaterfallProjection extends Projection {
  readonly steps: readonly Step[]
  readonly field: Field
  readonly isDifference: boolean
}

export const isWaterfall = (projection: Projection): projection is WaterfallProjection => 'isDifference' in projection

interface Part {
  readonly name: string
  readonly member: Cell
  readonly kind: 'step' | 'others'
  readonly value: number | null
  readonly verdict: Verdict
  readonly isUneven: boolean
  readonly state: Completeness
}

export const project = ((options, { rows }: Frames, context): WaterfallProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const dim = dimOf(options.category, rows, context, options.names)
  const pairs = rows === undefined || !field.isAdditive ? [] : pairsOf(rows, [options.category], context)
  const isDifference = hasReference(pairs)
  const total = pairTotal(pairs)
  const labels = periodLabels(context)
  const known = (side: 'comparing' | 'reference') => sumOf(pairs.map((pair) => fieldValue(field, pair[side])))
  // The figure shown elsewhere, which also holds the counts of members of which most is missing.
  const whole = (side: 'comparing' | 'reference') => fieldValue(field, total[side]) ?? known(side)
  const begin = isDifference ? whole('reference') : 0
  const end = isDifference ? whole('comparing') : known('comparing')
  const members = pairs.map((pair): Part => ({
    name: dim.name(pair.key[0] ?? null),
    member: pair.key[0] ?? null,
    kind: 'step',
    value: worthOf(field, pair, isDifference),
    ...judged(field, pair, isDifference),
    state: stateFor(field, pair, isDifference),
  }))
  const alone = isDifference ? (end ?? 0) - (begin ?? 0) - (sumOf(members.map(({ value }) => value)) ?? 0) : 0
  const parts = [
    ...orderedOf(members, options, dim.isOrdered, context),
    ...(alone === 0 ? [] : [unpairedPart(alone, context)]),
  ]
  let at = begin ?? 0
  const steps: Step[] =
    pairs.length === 0
      ? []
      : [
          ...(isDifference ? [totalStep(labels.reference, begin, stateOfAtoms(total.reference, field.metric))] : []),
          ...parts.map((part): Step => {
            const from = at
            at += part.value ?? 0
            const { verdict, ...step } = part
            return {
              ...step,
              from,
              to: at,
              judgement: verdict === 'better' ? 'good' : verdict === 'worse' ? 'bad' : 'neutral',
            }
          }),
          totalStep(labels.comparing, end, stateOfAtoms(total.comparing, field.metric)),
        ]
  return {
    columns: [
      textColumn('step', dim.column.label),
      fieldColumn(field, 'value', isDifference ? context.t('contribution') : field.label),
      fieldColumn(field, 'level', context.t('level')),
    ],
    rows: steps.map(({ name, value, to }) => [name, value, value === null ? null : to]),
    states: steps.map(({ state }) => state),
    category: 'step',
    summary: [fieldSentence(context, field, total.comparing, total.reference), ...largest(parts, field, context)].join(
      ' ',
    ),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
    steps,
    field,
    isDifference,
  }
}) satisfies Project<WaterfallOptions>

/** A part is coloured as its change is everywhere: by the metric's direction, and grey within noise. */
function judged(
  field: Field,
  { comparing, reference }: Pair,
  isDifference: boolean,
): Pick<Part, 'verdict' | 'isUneven'> {
  if (!isDifference) return { verdict: 'neutral', isUneven: false }
  const { verdict, fair } = fieldChange(field, comparing, reference)
  return { verdict, isUneven: !fair }
}

const totalStep = (name: string, value: number | null, state: Completeness): Step => ({
  name,
  member: null,
  kind: 'total',
  from: 0,
  to: value ?? 0,
  value,
  judgement: 'neutral',
  isUneven: false,
  state,
})

/** Counts in hours that the other period lacks: no change of any member. */
const unpairedPart = (value: number, context: ProjectionContext): Part => ({
  name: context.t('unpaired'),
  member: null,
  kind: 'others',
  value,
  verdict: 'neutral',
  isUneven: false,
  state: 'final',
})

/**
 * The change of a member, over the hours that both periods have; one that is in one period only comes or goes as a
 * whole.
 */
function worthOf(field: Field, { comparing, reference }: Pair, isDifference: boolean): number | null {
  if (!isDifference || reference === null) return fieldValue(field, comparing)
  if (comparing === null) {
    const gone = fieldValue(field, reference)
    return gone === null ? null : -gone
  }
  const [now, before] = [fieldValue(field, pairedAtoms(comparing)), fieldValue(field, pairedAtoms(reference))]
  return now === null || before === null ? null : now - before
}

function stateFor({ metric }: Field, { comparing, reference }: Pair, isDifference: boolean): Completeness {
  const of = (atoms: Pair['comparing']): Completeness => (atoms === null ? 'missing' : stateOfAtoms(atoms, metric))
  return worstOf([of(comparing), ...(isDifference ? [of(reference)] : [])])
}

function sumOf(values: readonly (number | null)[]): number | null {
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
  return values.every((value) => value === null) || !Number.isFinite(sum) ? null : sum
}

/** The largest steps either way; the rest is one. */
function orderedOf(
  parts: readonly Part[],
  { sort, top }: Required<WaterfallOptions>,
  isTime: boolean,
  context: ProjectionContext,
): Part[] {
  const size = ({ value }: Part) => (value === null ? -1 : Math.abs(value))
  const best = new Set(parts.toSorted((a, b) => size(b) - size(a)).slice(0, top))
  const shown = parts.filter((part) => best.has(part))
  const rest = parts.filter((part) => !best.has(part))
  const collator = new Intl.Collator(context.locale, { numeric: true })
  const value = (part: Part) => part.value ?? 0
  const byMember = (a: Part, b: Part) =>
    typeof a.member === 'number' && typeof b.member === 'number' && isTime
      ? a.member - b.member
      : collator.compare(a.name, b.name)
  const sorted =
    sort === 'data'
      ? isTime
        ? shown.toSorted(byMember)
        : shown
      : sort === 'name'
        ? shown.toSorted(byMember)
        : shown.toSorted((a, b) => (sort === 'valueDown' ? value(b) - value(a) : value(a) - value(b)))
  if (rest.length === 0) return sorted
  return [
    ...sorted,
    {
      name: context.t('others'),
      member: null,
      kind: 'others',
      value: sumOf(rest.map((part) => part.value)),
      verdict: 'neutral',
      isUneven: rest.some(({ isUneven }) => isUneven),
      state: worstOf(rest.map(({ state }) => state)),
    },
  ]
}

function largest(parts: readonly Part[], field: Field, context: ProjectionContext): string[] {
  const known = parts.filter(({ kind, value }) => kind === 'step' && value !== null)
  const top = known.toSorted((a, b) => Math.abs(b.value as number) - Math.abs(a.value as number))[0]
  return top === undefined
    ? []
    : [context.t('largest', { name: top.name, value: signed(context, top.value as number, field) })]
}

/** With its sign, in the format of the measure. */
export const signed = (context: ProjectionContext, value: number, { format }: Field): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${write(context, Math.abs(value), format)}`
