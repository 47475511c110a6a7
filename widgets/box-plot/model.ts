/**
 * The spread of a measure in each member of a dimension. Days that are not over, or lack hours, are no values: they
 * would be outliers of the clock. With estimates a day whose gaps are filled is one. Both are counted and said.
 */
import type { Cell } from '#domain/frame'
import type { Completeness, Frames, Project, Projection } from '#engine/types'
import {
  added,
  definitionsOf,
  dimOf,
  fieldColumn,
  fieldOf,
  fieldValue,
  membersOf,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { definitions, write } from '../lib/measure.ts'
import { spreadOf } from './spread.ts'
import type { Spread } from './spread.ts'
import type { BoxPlotOptions } from './generated/options.ts'

export interface Box {
  readonly name: string
  readonly member: Cell
  readonly spread: Spread | null
  readonly values: readonly number[]
  /** How many of the values include an estimate. */
  readonly filled: number
  /** How many days (or hours, …) are no value because they are not complete. */
  readonly leftOut: number
  readonly state: Completeness
}

export interface BoxProjection extends Projection {
  readonly boxes: readonly Box[]
  readonly field: Field
  readonly title: string
}

export const isBox = (projection: Projection): projection is BoxProjection => 'boxes' in projection

export const project = ((options, { rows }: Frames, context): BoxProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const [dim, samples] = [
    dimOf(options.category, rows, context, options.names),
    dimOf(options.samples, rows, context, options.names),
  ]
  const members =
    rows === undefined
      ? []
      : membersOf(
          pairsOf(rows, [options.category], context),
          { dim, field, order: 'data', top: 0, others: null },
          context,
        )
  const found = new Map<string, { values: number[]; filled: number; leftOut: number }>()
  for (const {
    key: [member],
    comparing,
  } of rows === undefined ? [] : pairsOf(rows, [options.category, options.samples], context)) {
    const name = JSON.stringify(member ?? null)
    const own = found.get(name) ?? { values: [], filled: 0, leftOut: 0 }
    found.set(name, own)
    const [value, state] = [fieldValue(field, comparing), stateOfAtoms(comparing, field.metric)]
    if (value !== null && !(field.isAdditive && state === 'partial')) {
      own.values.push(value)
      if (state === 'estimated') own.filled += 1
    } else if (field.isAdditive && state !== 'closed' && state !== 'final') own.leftOut += 1
  }
  const all = members.map(({ member, name }): Box => {
    const { values, filled, leftOut } = found.get(JSON.stringify(member)) ?? { values: [], filled: 0, leftOut: 0 }
    const spread = spreadOf(values)
    return {
      name,
      member,
      spread,
      values: values.toSorted((a, b) => a - b),
      filled,
      leftOut,
      // The values count only when final; others are left out.
      state: spread === null ? 'missing' : filled > 0 ? 'estimated' : 'final',
    }
  })
  const median = ({ spread }: Box) => spread?.median ?? Number.NEGATIVE_INFINITY
  const down = (a: Box, b: Box) => (median(a) === median(b) ? 0 : median(b) - median(a))
  const best = new Set(all.toSorted(down).slice(0, options.top))
  const shown = all.filter((box) => best.has(box))
  const collator = new Intl.Collator(context.locale, { numeric: true })
  const boxes =
    options.sort === 'valueDown'
      ? shown.toSorted(down)
      : options.sort === 'valueUp'
        ? shown.toSorted((a, b) => (a.spread === null || b.spread === null ? down(a, b) : -down(a, b)))
        : options.sort === 'name' && !dim.isOrdered
          ? shown.toSorted((a, b) => collator.compare(a.name, b.name))
          : shown
  const total = pairTotal(members)
  const top = all.toSorted(down)[0]
  const figure = (id: string) => fieldColumn(field, id, context.t(id))
  const sumOf = (id: 'filled' | 'leftOut') => boxes.reduce((sum, box) => sum + box[id], 0)
  const counted = (['filled', 'leftOut'] as const).filter((id) => sumOf(id) > 0)
  return {
    columns: [
      { ...dim.column, format: 'text' },
      { id: 'n', label: context.t('valueCount'), format: 'count', role: 'measure', unit: 'count' },
      ...['lowest', 'q1', 'median', 'q3', 'highest'].map(figure),
      ...(['outliers', ...counted] as const).map((id) => ({
        id,
        label: context.t(id),
        format: 'count' as const,
        role: 'measure' as const,
        unit: 'count' as const,
      })),
    ],
    rows: boxes.map(({ name, spread, values: own, ...counts }) => [
      name,
      own.length,
      own[0] ?? null,
      spread?.q1 ?? null,
      spread?.median ?? null,
      spread?.q3 ?? null,
      own.at(-1) ?? null,
      spread?.outliers.length ?? null,
      ...counted.map((id) => counts[id]),
    ]),
    states: boxes.map(({ state }) => state),
    category: dim.id,
    summary: [
      top?.spread == null
        ? context.t('summary.none')
        : context.t('widest', { name: top.name, value: write(context, top.spread.median, field.format) }),
      ...counted.map((id) => context.t(`${id}Words`, { n: write(context, sumOf(id), 'count') })),
    ].join(' '),
    passport: passportOfAtoms(
      added(total.comparing === null ? [] : [total.comparing]) ?? {},
      definitions(definitionsOf([field])),
    ),
    boxes,
    field,
    title: context.t('measureBy', { measure: field.label, samples: samples.column.label }),
  }
}) satisfies Project<BoxPlotOptions>
