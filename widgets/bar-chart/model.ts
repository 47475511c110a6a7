/** The members of a dimension with one or several values each; as shares, every value is a part of its member. */
import type { Cell, Frame } from '#domain/frame'
import { ofOneHour } from '#domain/metrics/index'
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
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldChangeReader,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldTones,
  fieldReader,
  fieldValue,
  hasReference,
  membersOf,
  pairsOf,
  pairTotal,
  placeTone,
} from '../lib/fields.ts'
import type { Field, Member, Pair } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { definitions, shareColumn, shareOf, write } from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import { absence } from '../lib/met-days.ts'
import { gapSentences, periodLabels, PERIODS } from '../lib/periods.ts'
import { estimateColumns, estimatedAmong } from '../lib/estimates.ts'
import { reasonOf, reasonOfBoth } from '../lib/reasons.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import { sumRules } from '../lib/sum-rules.ts'
import type { BarChartOptions } from './generated/options.ts'

export interface BarProjection extends Projection {
  /** The value of a gesture on a row; null for Others. */
  readonly members: readonly Cell[]
  readonly names: readonly string[]
  readonly judged: readonly Judged[]
  readonly reasons: readonly (string | null)[]
  readonly field: Field | null
  readonly isOrdered: boolean
}

export const isBars = (projection: Projection): projection is BarProjection => 'isOrdered' in projection

/** Parts of a bar: more colours than these cannot be distinguished. */
const MAX_PARTS = 6

/** One column of the table, and the bar it is drawn as. */
interface Part {
  readonly column: ProjectionColumn
  readonly value: (row: number) => Cell
  readonly states?: readonly Completeness[]
  readonly slight?: readonly boolean[]
  readonly series?: Omit<Series, 'column' | 'id'>
}

export const project = ((options, { rows }: Frames, context): BarProjection => {
  if (rows === undefined)
    return {
      columns: [],
      rows: [],
      summary: context.t('summary.none'),
      members: [],
      names: [],
      judged: [],
      reasons: [],
      field: null,
      isOrdered: false,
    }
  const dim = dimOf(options.category, rows, context, options.names)
  const fields = (options.split === '' ? options.measures : options.measures.slice(0, 1)).map((id) =>
    fieldOf(id, rows, context, options.names),
  )
  const field = fields[0] as Field
  const pairs = pairsOf(rows, [options.category], context)
  const members = membersOf(
    pairs,
    {
      dim,
      field,
      ...orderOf(options, dim.isOrdered),
      others: options.showOthers ? context.t('others') : null,
    },
    context,
  )
  const absent = absence([options.category], rows, context)
  const isShare = options.arrangement === 'percent'
  const parts =
    options.split === ''
      ? fields.length === 1
        ? onePart(field, members, { options, withPeriods: hasReference(pairs), absent }, context)
        : measureParts(fields, members, isShare)
      : splitParts(field, rows, members, pairs, options, context)
  const total = pairTotal(pairs)
  const measure = estimatedAmong(fields.map(({ metric }) => metric))
  const alone = (atoms: Atoms | null) => (atoms !== null && options.category === 'hour' ? ofOneHour(atoms) : atoms)
  const periods = options.showReference && hasReference(pairs) ? PERIODS : PERIODS.slice(0, 1)
  const estimated = estimateColumns(
    options.split === '' ? measure : null,
    periods.map((period) => ({
      period,
      label: periodLabels(context)[period],
      atoms: members.map((member) => alone(member[period])),
    })),
    context,
  )
  const states = members.map(({ key, comparing }) =>
    comparing === null ? absent(key) : stateOfAtoms(comparing, measure),
  )
  return {
    columns: [
      dim.column.format === 'text' || members.every(({ isOthers }) => !isOthers)
        ? dim.column
        : { ...dim.column, format: 'text' as const },
      ...parts.map(({ column }) => column),
      ...estimated.columns,
    ],
    rows: members.map(({ member, isOthers, name }, row) => [
      isOthers ? name : members.some((one) => one.isOthers) ? dim.name(member) : dim.cell(member),
      ...parts.map(({ value }) => value(row)),
      ...estimated.cells(row),
    ]),
    states,
    coverage: members.map(({ comparing }) => coverageOfAtoms(comparing)),
    columnStates: Object.fromEntries(
      parts.flatMap(({ column, states: own }) => (own === undefined ? [] : [[column.id, own]])),
    ),
    slight: Object.fromEntries(
      parts.flatMap(({ column, slight }) => (slight === undefined ? [] : [[column.id, slight]])),
    ),
    series: parts.flatMap(({ column, series }) =>
      series === undefined ? [] : [{ ...series, id: column.id, column: column.id }],
    ),
    category: dim.id,
    summary: [
      fieldSentence(context, field, total.comparing, options.showReference ? total.reference : null),
      ...topSentence(members, field, context),
      ...gapSentences(states, (at) => members[at]?.name ?? '', context),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf(fields))),
    members: members.map(({ member, isOthers }) => (isOthers ? null : member)),
    names: members.map(({ name }) => name),
    judged: members.map(({ comparing, reference }) => fieldChange(field, comparing, reference)),
    reasons: members.map(({ comparing, reference }, row) =>
      reasonOfBoth(
        reasonOf(states[row] as Completeness, alone(comparing), context, measure),
        options.showReference && reference !== null
          ? reasonOf(stateOfAtoms(reference, measure), alone(reference), context, measure)
          : null,
        periodLabels(context),
      ),
    ),
    field: isShare && parts.length > 1 ? null : field,
    isOrdered: dim.isOrdered,
  }
}) satisfies Project<BarChartOptions>

/** Of a course in time none is left out by itself: the largest of its days would be no course. */
const orderOf = ({ sort, top }: Required<BarChartOptions>, isTime: boolean) =>
  sort !== 'auto'
    ? { order: sort, top }
    : isTime
      ? { order: 'data' as const, top: 0 }
      : { order: 'valueDown' as const, top }

function onePart(
  field: Field,
  members: readonly Member[],
  {
    options: { showReference },
    withPeriods,
    absent,
  }: {
    readonly options: Required<BarChartOptions>
    readonly withPeriods: boolean
    readonly absent: ReturnType<typeof absence>
  },
  context: ProjectionContext,
): Part[] {
  const labels = periodLabels(context)
  const withReference = showReference && withPeriods
  const read = fieldReader(field)
  const change = fieldChangeReader(field)
  const rules = sumRules(field.metric)
  const part = (period: 'comparing' | 'reference'): Part => {
    const name = withReference ? context.t('of', { metric: field.label, period: labels[period] }) : field.label
    return {
      column: fieldColumn(field, period, name),
      value: (row) => read(members[row]?.[period] ?? null),
      states: members.map((member) =>
        member[period] === null ? absent(member.key, period) : rules.state(member[period]),
      ),
      slight: members.map((member) => rules.isSlight(member[period])),
      series: { name, mark: 'bar', axis: 0, period, tone: fieldTones([field])[0] as number },
    }
  }
  return [
    part('comparing'),
    ...(withReference
      ? [
          part('reference'),
          {
            column: fieldChangeColumn(field, 'change', context.t('changeOf', { metric: field.label })),
            value: (row: number) => change(members[row]?.comparing ?? null, members[row]?.reference ?? null),
          },
        ]
      : []),
  ]
}

function measureParts(fields: readonly Field[], members: readonly Member[], isShare: boolean): Part[] {
  const tones = fieldTones(fields)
  const value = (field: Field, row: number) => fieldValue(field, members[row]?.comparing ?? null)
  // Only what may be added up is part of a whole.
  const whole = members.map((_, row) => sumOf(fields.map((field) => (field.isAdditive ? value(field, row) : null))))
  return fields.flatMap((field, at) =>
    withShares(
      field,
      field.id,
      field.label,
      tones[at] as number,
      (row) => value(field, row),
      whole,
      isShare && field.isAdditive,
    ),
  )
}

function splitParts(
  field: Field,
  rows: Frame,
  members: readonly Member[],
  pairs: readonly Pair[],
  { category, split, names, arrangement }: Required<BarChartOptions>,
  context: ProjectionContext,
): Part[] {
  const dim = dimOf(split, rows, context, names)
  const all = membersOf(
    pairsOf(rows, [split], context),
    { dim, field, order: dim.isOrdered ? 'data' : 'valueDown', top: MAX_PARTS, others: context.t('others') },
    context,
  )
  const cells = new Map(pairsOf(rows, [category, split], context).map((pair) => [JSON.stringify(pair.key), pair]))
  const rest = pairs
    .map(({ key }) => key[0] ?? null)
    .filter((member) => !members.some((one) => !one.isOthers && one.member === member))
  const named = new Set(all.filter(({ isOthers }) => !isOthers).map(({ member }) => member))
  const others = pairsOf(rows, [split], context)
    .map(({ key }) => key[0] ?? null)
    .filter((member) => !named.has(member))
  const valueAt = (row: number, part: Member) => {
    const one = members[row] as Member
    const found = (one.isOthers ? rest : [one.member]).flatMap((member) =>
      (part.isOthers ? others : [part.member]).flatMap((other) => cells.get(JSON.stringify([member, other])) ?? []),
    )
    return fieldValue(field, pairTotal(found).comparing)
  }
  const values = all.map((part) => members.map((_, row) => valueAt(row, part)))
  const whole = members.map((_, row) => (field.isAdditive ? sumOf(values.map((list) => list[row] ?? null)) : null))
  return all.flatMap((part, at) =>
    withShares(
      field,
      `part${at}`,
      part.name,
      part.isOthers ? OTHERS_TONE : placeTone(at),
      (row) => values[at]?.[row] ?? null,
      whole,
      arrangement === 'percent' && field.isAdditive,
    ),
  )
}

/** A value; as a share of its member, the table has both and the share is drawn. */
function withShares(
  field: Field,
  id: string,
  name: string,
  tone: number,
  value: (row: number) => number | null,
  whole: readonly (number | null)[],
  isShare: boolean,
): Part[] {
  const series = {
    name,
    mark: 'bar' as const,
    axis: 0 as const,
    period: 'comparing' as const,
    tone,
    ...(field.isAdditive && { stack: 'all' }),
  }
  const plain: Part = { column: fieldColumn(field, id, name), value }
  return isShare
    ? [
        plain,
        {
          column: shareColumn(`${id}.share`, `${name}, %`),
          value: (row) => shareOf(value(row), whole[row] ?? null),
          series,
        },
      ]
    : [{ ...plain, series }]
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

function topSentence(members: readonly Member[], field: Field, context: ProjectionContext): string[] {
  const read = fieldReader(field)
  const known = members.filter(({ isOthers, comparing }) => !isOthers && read(comparing) !== null)
  const top = known.toSorted((a, b) => (read(b.comparing) as number) - (read(a.comparing) as number))[0]
  return top === undefined || known.length < 2
    ? []
    : [context.t('top', { name: top.name, value: write(context, read(top.comparing), field.format) })]
}
