/**
 * The areas of a plan with their figures. An area that the data lack has none, and a member that the plan lacks is
 * only in the table; a note says both.
 */
import type { Cell } from '#domain/frame'
import type { Completeness, Frames, Project, Projection, ProjectionContext } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldValue,
  hasReference,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { isOpenItem } from '../lib/item-charts/open.ts'
import { definitions, write } from '../lib/measure.ts'
import type { Change } from '../lib/measure.ts'
import { gapSentences, periodLabels } from '../lib/periods.ts'
import { reasonOf } from '../lib/reasons.ts'
import type { FloorPlanOptions } from './generated/options.ts'
import { planFrom } from './plan.ts'
import type { Polygon } from './plan.ts'

export interface Area {
  readonly name: string
  /** The value of a gesture; null for an area that the data lack. */
  readonly member: Cell
  /** Nothing for a member that the plan lacks. */
  readonly parts: readonly Polygon[]
  readonly value: number | null
  readonly before: number | null
  readonly change: Change
  readonly state: Completeness
  readonly isOpen: boolean
  readonly reason: string | null
}

export interface PlanProjection extends Projection {
  /** Same order as the rows: those of the plan, then those it lacks. */
  readonly areas: readonly Area[]
  readonly field: Field
  readonly withReference: boolean
  readonly isJudged: boolean
  /** The note under the plan. */
  readonly notes: readonly string[]
}

export const isPlan = (projection: Projection): projection is PlanProjection => 'areas' in projection

export const project = ((options, { rows, plan: frame }: Frames, context): PlanProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const dim = dimOf(options.area, rows, context, options.names)
  const pairs =
    rows === undefined ? [] : pairsOf(rows, [options.area], context).filter(({ comparing }) => comparing !== null)
  const withReference = hasReference(pairs)
  const total = pairTotal(pairs)
  const { areas: drawn, isCut } = planFrom(options, frame)
  const found = new Map(pairs.map((pair) => [String(pair.key[0] ?? null), pair]))
  const areaOf = (key: string, name: string | null, parts: readonly Polygon[]): Area & { coverage: number | null } => {
    const pair = found.get(key)
    const [comparing, reference] = [pair?.comparing ?? null, pair?.reference ?? null]
    const own = pair === undefined ? ('missing' as const) : stateOfAtoms(comparing, field.metric)
    const value = fieldValue(field, comparing)
    const state = value === null && own === 'final' ? ('missing' as const) : own
    return {
      name: name ?? (pair === undefined ? key : dim.name(pair.key[0] ?? null)),
      member: pair?.key[0] ?? null,
      parts,
      value,
      before: fieldValue(field, reference),
      change: fieldChange(field, comparing, reference),
      state,
      isOpen: isOpenItem(state, coverageOfAtoms(comparing)),
      reason: pair === undefined ? context.t('notInData') : reasonOf(state, comparing, context, field.metric),
      coverage: coverageOfAtoms(comparing),
    }
  }
  const onPlan = new Set(drawn.map(({ key }) => key))
  const beside = [...found.keys()].filter((key) => !onPlan.has(key))
  const areas = [
    ...drawn.map(({ key, name, parts }) => areaOf(key, name, parts)),
    ...beside.map((key) => areaOf(key, null, [])),
  ]
  const lacking = drawn.filter(({ key }) => !found.has(key)).map(({ key, name }) => name ?? key)
  const notes = [
    ...(lacking.length > 0 ? [context.t('summary.missing', { what: listed(lacking) })] : []),
    ...(beside.length > 0 && drawn.length > 0
      ? [context.t('beside', { what: listed(areas.slice(drawn.length).map(({ name }) => name)) })]
      : []),
    ...(isCut ? [context.t('tooMuch')] : []),
  ]
  const reference = context.t('of', { metric: field.label, period: periodLabels(context).reference })
  return {
    columns: [
      { ...dim.column, format: 'text' },
      fieldColumn(field, 'value', field.label),
      ...(withReference
        ? [
            fieldColumn(field, 'reference', reference),
            fieldChangeColumn(field, 'change', context.t('changeOf', { metric: field.label })),
          ]
        : []),
    ],
    rows: areas.map(({ name, value, before, change }) => [
      name,
      value,
      ...(withReference ? [before, change.value] : []),
    ]),
    states: areas.map(({ state }) => state),
    coverage: areas.map(({ coverage }) => coverage),
    category: dim.id,
    summary: [
      ...(drawn.length === 0 ? [context.t('noPlan')] : []),
      fieldSentence(context, field, total.comparing, withReference ? total.reference : null),
      ...highest(areas, field, context),
      ...gapSentences(
        areas.map(({ state, member }) => (member === null ? 'final' : state)),
        (at) => areas[at]?.name ?? '',
        context,
      ),
      ...notes,
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
    areas,
    field,
    withReference,
    isJudged: field.betterWhen !== 'neutral' && areas.every(({ change }) => !change.mixed),
    notes,
  }
}) satisfies Project<FloorPlanOptions>

/** Names in a sentence; the others are counted. */
const MAX_LISTED = 6
const listed = (names: readonly string[]) =>
  [...names.slice(0, MAX_LISTED), ...(names.length > MAX_LISTED ? [`+${names.length - MAX_LISTED}`] : [])].join(', ')

function highest(areas: readonly Area[], field: Field, context: ProjectionContext): string[] {
  const known = areas.filter(({ value }) => value !== null)
  const [top] = known.toSorted((a, b) => (b.value as number) - (a.value as number))
  return top === undefined || known.length < 2
    ? []
    : [context.t('highest', { name: top.name, value: write(context, top.value, field.format) })]
}
