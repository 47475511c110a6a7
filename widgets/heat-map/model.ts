/**
 * A measure by two dimensions: one row of the table for each member down, one column for each member across. A calendar
 * is weekdays by weeks.
 */
import { dayNumber, mondayOf } from '#domain/periods'
import type { Cell, Frame } from '#domain/frame'
import { isIncomparable, ofOneHour } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Frames, Project, Projection, ProjectionColumn, ProjectionContext } from '#engine/types'
import {
  added,
  definitionsOf,
  dimOf,
  fieldChangeReader,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldReader,
  fieldValue,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Dim, Field, Pair } from '../lib/fields.ts'
import { passportOfAtoms, worseOf } from '../lib/groups.ts'
import { dayColumn, definitions, write } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import { reasonOf, reasonOfBoth } from '../lib/reasons.ts'
import { sumRules } from '../lib/sum-rules.ts'
import type { HeatMapOptions } from './generated/options.ts'

export interface HeatCell {
  readonly value: number | null
  readonly state: Completeness
  readonly reason: string | null
  /** Neither closed nor unmeasured: it is not there at all (a day outside of the period). */
  readonly isOutside: boolean
  readonly day: number | null
}

export interface HeatProjection extends Projection {
  readonly field: Field
  /** Members of the two dimensions, as they are named and as a gesture tells them. */
  readonly across: readonly { readonly name: string; readonly member: Cell }[]
  readonly down: readonly { readonly name: string; readonly member: Cell }[]
  /** Row by row. */
  readonly cells: readonly (readonly HeatCell[])[]
  /** Ends of the colours; a change has its middle at zero. */
  readonly scale: { readonly min: number; readonly max: number; readonly isChange: boolean }
  /** A change of stores that cannot be compared has no colour. */
  readonly isJudged: boolean
  readonly format: ProjectionColumn['format']
}

export const isHeat = (projection: Projection): projection is HeatProjection => 'cells' in projection

/** More members than this across or down cannot be distinguished; the first are shown. */
const MAX_ACROSS = 400
const MAX_DOWN = 100
const MAX_WEEKS = 160

export const project = ((options, { rows }: Frames, context): HeatProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const grid =
    rows === undefined
      ? { across: [], down: [], pairs: [] }
      : options.mode === 'calendar'
        ? calendar(rows, options.period, context)
        : matrix(rows, options, context)
  const isChange = options.period === 'change'
  const period = options.period === 'reference' ? ('reference' as const) : ('comparing' as const)
  const read = fieldReader(field)
  const change = fieldChangeReader(field)
  const valueOf = (pair: Pair | undefined) =>
    pair === undefined ? null : isChange ? change(pair.comparing, pair.reference) : read(pair[period])
  const { state: stateOf } = sumRules(field.metric)
  const labels = periodLabels(context)
  const isByHour = options.mode !== 'calendar' && [options.columns, options.rows].includes('hour')
  const alone = (atoms: Atoms | null) => (atoms !== null && isByHour ? ofOneHour(atoms) : atoms)
  const cells = grid.pairs.map((line) =>
    line.map(({ pair, day, isOutside }): HeatCell => {
      const atoms = alone(pair?.[period] ?? null)
      const value = valueOf(pair)
      const own: Completeness = atoms === null ? (isOutside ? 'closed' : 'missing') : stateOf(atoms)
      // A change is as whole as the worse of its two sides.
      const before = isChange && own !== 'closed' ? alone(pair?.reference ?? null) : null
      const worst = before === null ? own : worseOf(own, stateOf(before))
      const state = value === null && worst === 'final' ? 'missing' : worst
      const reason = isOutside || atoms === null ? null : reasonOf(own, atoms, context, field.metric)
      return {
        value,
        state,
        reason: reasonOfBoth(
          reason,
          before === null ? null : reasonOf(stateOf(before), before, context, field.metric),
          labels,
        ),
        isOutside,
        day,
      }
    }),
  )
  // The members pooled under Others would leave no colours to the named ones.
  const isOthers = (place: { member: Cell } | undefined) => place?.member === OTHERS
  const known = cells.flatMap((line, row) =>
    line.flatMap(({ value }, at) => (isOthers(grid.down[row]) || isOthers(grid.across[at]) ? [] : (value ?? []))),
  )
  const total = rows === undefined ? { comparing: null, reference: null } : pairTotal(pairsOf(rows, [], context))
  const column = (id: string, label: string) =>
    isChange ? fieldChangeColumn(field, id, label) : fieldColumn(field, id, label)
  const isCalendar = options.mode === 'calendar'
  return {
    // A calendar is read day by day; a matrix row by row.
    ...(isCalendar
      ? daysTable(cells, field, column, context)
      : {
          columns: [
            {
              id: 'down',
              label: ('label' in grid ? grid.label : undefined) ?? context.t('dim.weekday'),
              format: 'text' as const,
              role: 'dim' as const,
            },
            ...grid.across.map(({ name }, at) => column(`at${at}`, name)),
          ],
          rows: cells.map((line, row) => [grid.down[row]?.name ?? null, ...line.map(({ value }) => value)]),
          columnStates: Object.fromEntries(
            grid.across.map((_, at) => [`at${at}`, cells.map((line) => line[at]?.state ?? 'missing')]),
          ),
          category: 'down',
        }),
    summary: [
      fieldSentence(context, field, total.comparing, total.reference),
      ...highest(cells, grid, field, isChange, context),
    ].join(' '),
    passport: passportOfAtoms(total[period] ?? {}, definitions(definitionsOf([field]))),
    field,
    across: grid.across.map(emitted),
    down: grid.down.map(emitted),
    cells,
    scale: scaleOf(known, options, isChange),
    isJudged: !isChange || !isIncomparable(total.comparing, total.reference),
    format: column('', '').format,
  }
}) satisfies Project<HeatMapOptions>

interface Place {
  readonly pair: Pair | undefined
  readonly day: number | null
  readonly isOutside: boolean
}
interface Grid {
  readonly label?: string
  readonly across: HeatProjection['across']
  readonly down: HeatProjection['down']
  readonly pairs: readonly (readonly Place[])[]
}

function matrix(rows: Frame, options: Required<HeatMapOptions>, context: ProjectionContext): Grid {
  const [x, y] = [
    dimOf(options.columns, rows, context, options.names),
    dimOf(options.rows, rows, context, options.names),
  ]
  const field = fieldOf(options.measure, rows, context, options.names)
  const pairs = withOthers(pairsOf(rows, [options.columns, options.rows], context), field, options.top)
  const members = (dim: Dim, at: 0 | 1, most: number) => {
    const found = [...new Map(pairs.map(({ key }) => [JSON.stringify(key[at] ?? null), key[at] ?? null])).values()]
    const ordered = dim.isOrdered
      ? found.toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0))
      : found
    const last = ordered.filter((member) => member === OTHERS)
    return [...ordered.filter((member) => member !== OTHERS).slice(0, most), ...last].map((member) => ({
      member,
      name: member === OTHERS ? context.t('others') : dim.name(member),
    }))
  }
  const [across, down] = [members(x, 0, MAX_ACROSS), members(y, 1, MAX_DOWN)]
  const found = new Map(pairs.map((pair) => [JSON.stringify(pair.key), pair]))
  return {
    label: y.column.label,
    across,
    down,
    pairs: down.map((row) =>
      across.map((column): Place => ({
        pair: found.get(JSON.stringify([column.member, row.member])),
        day: null,
        isOutside: false,
      })),
    ),
  }
}

/** Id of the group of members beyond the first ones; no member has it. */
const OTHERS = '\u0000others'

/** A gesture on Others emits no member. */
const emitted = ({ member, name }: HeatProjection['down'][number]) => ({
  member: member === OTHERS ? null : member,
  name,
})

/** The first members of both dimensions, by their total; the rest are one member of each, so that nothing is lost. */
function withOthers(pairs: readonly Pair[], field: Field, top: number): readonly Pair[] {
  if (top <= 0 || !field.isAdditive) return pairs
  const shown = ([0, 1] as const).map((at) => {
    const totals = new Map<string, number>()
    for (const { key, comparing, reference } of pairs) {
      const name = JSON.stringify(key[at] ?? null)
      totals.set(name, (totals.get(name) ?? 0) + (fieldValue(field, comparing) ?? fieldValue(field, reference) ?? 0))
    }
    return new Set(
      [...totals]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, top)
        .map(([name]) => name),
    )
  })
  const folded = new Map<string, Pair>()
  for (const { key, comparing, reference } of pairs) {
    const members = key.map((member, at) => (shown[at]?.has(JSON.stringify(member ?? null)) === true ? member : OTHERS))
    const name = JSON.stringify(members)
    const known = folded.get(name)
    const both = (a: Pair['comparing'], b: Pair['comparing']) => (a === null || b === null ? (a ?? b) : added([a, b]))
    folded.set(name, {
      key: members,
      comparing: both(known?.comparing ?? null, comparing),
      reference: both(known?.reference ?? null, reference),
    })
  }
  return [...folded.values()]
}

/** Days that are far from the period belong to another query: the bounds do not apply to them. */
const MAX_DAYS_AWAY = 400

/** Weeks across, weekdays down, from Monday on: the days of the period that is shown, none of the other one. */
function calendar(rows: Frame, period: Required<HeatMapOptions>['period'], context: ProjectionContext): Grid {
  const side = period === 'reference' ? 'reference' : 'comparing'
  // The reference alone has its own days; in a change it has those of the period.
  const pairs = pairsOf(rows, ['day'], context, { withOwnDates: period === 'reference' }).filter(
    ({ key }) => typeof key[0] === 'number' && Number.isInteger(key[0]) && Math.abs(key[0]) < 100_000,
  )
  const dayOfPair = ({ key }: Pair) => key[0] as number
  const days = pairs.filter((pair) => pair[side] !== null).map(dayOfPair)
  if (days.length === 0) return { across: [], down: [], pairs: [] }
  const known = days.reduce((ends, day) => ({ first: Math.min(ends.first, day), last: Math.max(ends.last, day) }), {
    first: Infinity,
    last: -Infinity,
  })
  const { first, last } = withBounds(known, context.periods?.[side] ?? null)
  const begin = mondayOf(first)
  const weeks = Math.min(MAX_WEEKS, Math.floor((last - begin) / 7) + 1)
  const found = new Map(pairs.map((pair) => [dayOfPair(pair), pair]))
  const weekday = dimOf('weekday', undefined, context)
  return {
    across: Array.from({ length: weeks }, (_, week) => ({
      member: begin + 7 * week,
      name: write(context, begin + 7 * week, 'day'),
    })),
    down: [1, 2, 3, 4, 5, 6, 7].map((member) => ({ member, name: weekday.name(member) })),
    pairs: [0, 1, 2, 3, 4, 5, 6].map((shift) =>
      Array.from({ length: weeks }, (_, week): Place => {
        const day = begin + 7 * week + shift
        return { pair: found.get(day), day, isOutside: day < first || day > last }
      }),
    ),
  }
}

/** Days of the period without a row are days that did not arrive, also before the first row and after the last one. */
function withBounds(
  { first, last }: { first: number; last: number },
  bounds: { readonly begin: string; readonly end: string } | null,
) {
  if (bounds === null) return { first, last }
  const [begin, end] = [dayNumber(bounds.begin), dayNumber(bounds.end)]
  return {
    first: first - begin < MAX_DAYS_AWAY ? Math.min(first, begin) : first,
    last: end - last < MAX_DAYS_AWAY ? Math.max(last, end) : last,
  }
}

function daysTable(
  cells: HeatProjection['cells'],
  field: Field,
  column: (id: string, label: string) => ProjectionColumn,
  context: ProjectionContext,
) {
  const days = (cells[0] ?? []).flatMap((_, week) =>
    cells.flatMap((line) => (line[week] === undefined || line[week].isOutside ? [] : [line[week]])),
  )
  return {
    columns: [dayColumn('day', context.t('dim.day')), column('value', field.label)],
    rows: days.map(({ day, value }): Cell[] => [day, value]),
    states: days.map(({ state }) => state),
    category: 'day',
  }
}

/** A change is as far below zero as above; a fixed end wins. Everything alike has a scale of one. */
function scaleOf(
  values: readonly number[],
  { scaleMin, scaleMax }: Required<HeatMapOptions>,
  isChange: boolean,
): HeatProjection['scale'] {
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity])
  const ends =
    values.length === 0
      ? { min: 0, max: 1 }
      : isChange
        ? { min: -Math.max(-low, high), max: Math.max(-low, high) }
        : { min: Math.min(0, low), max: Math.max(0, high) }
  const [min, max] = [scaleMin ?? ends.min, scaleMax ?? ends.max]
  return { min, max: max > min ? max : min + 1, isChange }
}

function highest(
  cells: HeatProjection['cells'],
  { across, down }: Grid,
  field: Field,
  isChange: boolean,
  context: ProjectionContext,
): string[] {
  let best: { value: number; where: string } | null = null
  for (const [row, line] of cells.entries()) {
    for (const [at, { value, day }] of line.entries()) {
      if (value !== null && (best === null || value > best.value))
        best = {
          value,
          where: day === null ? `${down[row]?.name ?? ''} ${across[at]?.name ?? ''}` : write(context, day, 'day'),
        }
    }
  }
  return best === null
    ? []
    : [
        context.t('highest', {
          value: write(context, best.value, isChange ? 'delta' : field.format),
          where: best.where,
        }),
      ]
}
