/**
 * One row for each member of some dimensions, with measures, changes, texts and courses. A ratio in the row of totals
 * is derived from the totals.
 */
import type { Cell, Frame } from '#domain/frame'
import type { Completeness, Frames, Project, Projection, ProjectionColumn, ProjectionContext } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldChangeReader,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldReader,
  gather,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Dim, Field, Pair } from '../lib/fields.ts'
import { stateAmong } from '../lib/estimates.ts'
import { coverageOfAtoms, passportOfAtoms } from '../lib/groups.ts'
import { dayColumn, definitions, shareColumn, textColumn } from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import { referenceGap, stateOfChange, type ReferenceGap } from '../lib/reasons.ts'
import { absence } from '../lib/met-days.ts'
import { periodOf } from '../lib/periods.ts'
import { sumRules } from '../lib/sum-rules.ts'
import type { DataTableOptions } from './generated/options.ts'

type Kind = 'dim' | 'plain' | 'bar' | 'change' | 'course' | 'status' | 'coverage'

export interface TableProjection extends Projection {
  /** Columns as they are drawn; `at` is their place in the projection. */
  readonly drawn: readonly {
    readonly id: string
    readonly label: string
    readonly kind: Kind
    readonly at: number | null
    readonly field: Field | null
    readonly max: number
  }[]
  readonly totals: Readonly<Record<string, Cell>> | null
  /** Per column of a change: how that of the totals is judged, and what is missing of its reference. */
  readonly totalChanges: Readonly<Record<string, { readonly judged: Judged; readonly gap: ReferenceGap | null }>>
  /** Per row and column of a change. */
  readonly judged: readonly Readonly<Record<string, Judged>>[]
  /** Per row and column of a change: what is missing or estimated of the reference. */
  readonly gaps: readonly Readonly<Record<string, ReferenceGap | null>>[]
  readonly members: readonly Cell[]
  /** Per row, oldest first. */
  readonly courses:
    | readonly { readonly values: readonly (number | null)[]; readonly states: readonly Completeness[] }[]
    | null
}

export const isTable = (projection: Projection): projection is TableProjection => 'drawn' in projection

interface Made {
  readonly kind: Kind
  readonly field: Field | null
  readonly column: ProjectionColumn
  readonly value: ((pair: Pair) => Cell) | null
}

const MAX_ROWS = 100_000

export const project = ((options, { rows, spark }: Frames, context): TableProjection => {
  if (rows === undefined)
    return {
      columns: [],
      rows: [],
      summary: context.t('summary.none'),
      drawn: [],
      totals: null,
      totalChanges: {},
      judged: [],
      gaps: [],
      members: [],
      courses: null,
    }
  const by = options.rows.filter((id, at) => options.rows.indexOf(id) === at)
  const attributes = [...new Set(options.columns.map(({ column }) => column))].filter(
    (id) => !by.includes(id) && rows.columns.some((column) => column.id === id && column.role === 'dim'),
  )
  const dims = [...by, ...attributes].map((id) => dimOf(id, rows, context, options.names))
  const pairs = pairsOf(rows, [...by, ...attributes], context).slice(0, MAX_ROWS)
  const absent = absence([...by, ...attributes], rows, context)
  const made = [
    ...by.map((_, at): Made => dimColumn(dims[at] as Dim, at, 'dim', dims[at]?.column.label ?? '')),
    ...options.columns.flatMap(({ column, kind = 'auto', label }) =>
      columnOf(column, kind, label, { rows, dims, hasCourse: spark !== undefined, context, options }),
    ),
    ...(options.coverage
      ? [
          {
            kind: 'coverage' as const,
            field: null,
            column: shareColumn('coverage', context.t('coverage')),
            value: ({ comparing }: Pair) => scaled(coverageOfAtoms(comparing)),
          },
        ]
      : []),
  ].map((one, at, all) =>
    all.findIndex(({ column }) => column.id === one.column.id) === at
      ? one
      : { ...one, column: { ...one.column, id: `${one.column.id}.${at}` } },
  )
  const cells = made.flatMap((one) => (one.value === null ? [] : [{ ...one, value: one.value }]))
  const total = pairTotal(pairs)
  const course = made.find(({ kind }) => kind === 'course')
  const courses =
    course?.field == null || spark === undefined
      ? null
      : coursesOf(course.field, spark, by[0] as string, pairs, context)
  const fields = made.flatMap(({ field }) => field ?? [])
  const changes = made.flatMap(({ kind, field, column }) =>
    kind === 'change' && field !== null ? [{ id: column.id, field }] : [],
  )
  const stateOf = stateAmong(fields.map(({ metric }) => metric))
  const main: Projection = {
    columns: cells.map(({ column }) => column),
    rows: pairs.map((pair) => cells.map(({ value }) => value(pair))),
    states: pairs.map(({ key, comparing }) => (comparing === null ? absent(key) : stateOf(comparing))),
    coverage: pairs.map(({ comparing }) => coverageOfAtoms(comparing)),
    columnStates: Object.fromEntries(
      changes.map(({ id, field }) => [
        id,
        pairs.map(({ comparing, reference }) => stateOfChange(comparing, reference, field.metric)),
      ]),
    ),
    category: cells[0]?.column.id ?? '',
    summary:
      fields[0] === undefined
        ? context.t('summary.none')
        : fieldSentence(context, fields[0], total.comparing, total.reference),
    passport: passportOfAtoms(
      total.comparing ?? {},
      definitions(definitionsOf([...new Map(fields.map((field) => [field.id, field])).values()])),
    ),
  }
  return {
    ...main,
    ...(courses && {
      parts: [
        { id: 'rows', title: context.t('name'), projection: main },
        { id: 'courses', title: context.t('course'), projection: courses.projection },
      ],
    }),
    drawn: made.map(({ column, kind, field, value }) => {
      const at = value === null ? null : cells.findIndex((cell) => cell.column.id === column.id)
      return {
        id: column.id,
        label: column.label,
        kind,
        at,
        field,
        max:
          kind !== 'bar' || at === null
            ? 0
            : pairs.reduce((most, pair) => Math.max(most, Number(value?.(pair) ?? 0)), 0),
      }
    }),
    totals:
      options.totals && pairs.length > 1
        ? Object.fromEntries(
            cells.flatMap(({ column, kind, value }) =>
              kind === 'dim' || kind === 'status' ? [] : [[column.id, value(total)]],
            ),
          )
        : null,
    ...howChanged(changes, pairs, total, context),
    members: pairs.map(({ key }) => key[0] ?? null),
    courses: courses?.courses ?? null,
  }
}) satisfies Project<DataTableOptions>

/** How the changes of rows and totals are judged, and what is missing or estimated of their reference. */
function howChanged(
  changes: readonly { readonly id: string; readonly field: Field }[],
  pairs: readonly Pair[],
  total: Pair,
  context: ProjectionContext,
): Pick<TableProjection, 'totalChanges' | 'judged' | 'gaps'> {
  const judgedOf = (field: Field, { comparing, reference }: Pair) => fieldChange(field, comparing, reference)
  const gapOf = (field: Field, { reference }: Pair) => referenceGap(reference, field.metric, context)
  return {
    totalChanges: Object.fromEntries(
      changes.map(({ id, field }) => [id, { judged: judgedOf(field, total), gap: gapOf(field, total) }]),
    ),
    judged: pairs.map((pair) => Object.fromEntries(changes.map(({ id, field }) => [id, judgedOf(field, pair)]))),
    gaps: pairs.map((pair) => Object.fromEntries(changes.map(({ id, field }) => [id, gapOf(field, pair)]))),
  }
}

const scaled = (share: number | null) => (share === null ? null : share * 100)

function dimColumn(dim: Dim, at: number, kind: Kind, label: string): Made {
  return { kind, field: null, column: { ...dim.column, label }, value: ({ key }) => dim.cell(key[at] ?? null) }
}

interface Making {
  readonly rows: Frame
  readonly dims: readonly Dim[]
  readonly hasCourse: boolean
  readonly context: ProjectionContext
  readonly options: Required<DataTableOptions>
}

function columnOf(
  id: string,
  kind: 'auto' | 'bar' | 'change' | 'course' | 'status',
  label: string | undefined,
  { rows, dims, hasCourse, context, options }: Making,
): Made[] {
  const dim = dims.findIndex((one) => one.id === id)
  if (dim >= 0)
    return dim < options.rows.length
      ? []
      : [dimColumn(dims[dim] as Dim, dim, kind === 'status' ? 'status' : 'dim', label || dims[dim]?.column.label || id)]
  const field = fieldOf(id, rows, context, options.names)
  const read = fieldReader(field)
  if (kind === 'course')
    return hasCourse
      ? [
          {
            kind,
            field,
            column: fieldColumn(field, `${id}.course`, label || context.t('courseOf', { metric: field.label })),
            value: null,
          },
        ]
      : []
  if (kind === 'change') {
    const change = fieldChangeReader(field)
    return [
      {
        kind,
        field,
        column: fieldChangeColumn(field, `${id}.change`, label || context.t('changeOf', { metric: field.label })),
        value: ({ comparing, reference }) => change(comparing, reference),
      },
    ]
  }
  return [
    {
      kind: kind === 'bar' && field.isAdditive ? 'bar' : 'plain',
      field,
      column: fieldColumn(field, id, label || field.label),
      value: ({ comparing }) => read(comparing),
    },
  ]
}

const MAX_DAYS = 400

/** Day by day of each member, from the second data input; both the small bars and a separate table. */
function coursesOf(field: Field, spark: Frame, member: string, pairs: readonly Pair[], context: ProjectionContext) {
  const groups = gather(spark, ['period', member, 'day']).filter(
    ({ key: [period, , day] }) => periodOf(period) === 'comparing' && typeof day === 'number',
  )
  const days = [...new Set(groups.map(({ key }) => key[2] as number))].sort((a, b) => a - b).slice(-MAX_DAYS)
  const found = new Map(groups.map(({ key: [, one, day], atoms }) => [JSON.stringify([one, day]), atoms]))
  const dim = dimOf(member, spark, context)
  const at = (pair: Pair, day: number) => found.get(JSON.stringify([pair.key[0] ?? null, day])) ?? null
  const read = fieldReader(field)
  const { state } = sumRules(field.metric)
  const courses = pairs.map((pair) => ({
    values: days.map((day) => read(at(pair, day))),
    states: days.map((day) => state(at(pair, day))),
  }))
  const projection: Projection = {
    columns: [
      dayColumn('day', context.t('dim.day')),
      ...pairs.map((_, row) => fieldColumn(field, `row${row}`, dim.name(pairs[row]?.key[0] ?? null))),
    ],
    rows: days.map((day, index) => [day, ...courses.map(({ values }) => values[index] ?? null)]),
    columnStates: Object.fromEntries(courses.map(({ states }, row) => [`row${row}`, states])),
    category: 'day',
    summary: '',
  }
  return {
    courses,
    projection:
      pairs.length > 0
        ? projection
        : {
            ...projection,
            columns: [dayColumn('day', context.t('dim.day')), textColumn('none', context.t('course'))],
            rows: [],
            columnStates: {},
          },
  }
}
