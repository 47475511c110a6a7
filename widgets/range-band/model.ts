/**
 * The least, the mean and the greatest value of each step. Values that lack hours, or whose day is not over, are none:
 * the least would be one of the clock. They are counted and said. Of a forecast the bounds are columns. There is no
 * reference: two bands on each other hide what they are to show.
 */
import type { Cell, Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Frames, Project, Projection, ProjectionContext } from '#engine/types'
import {
  added,
  additive,
  definitionsOf,
  dimOf,
  fieldColumn,
  fieldOf,
  fieldValue,
  gather,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { isSlightOfAtoms, passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { dayColumn, definitions, write } from '../lib/measure.ts'
import { gapSentences, periodOf, spansOf, timeline } from '../lib/periods.ts'
import type { Granularity } from '../lib/periods.ts'
import { reasonOf } from '../lib/reasons.ts'
import { toneOfMetric } from '../lib/tones.ts'
import type { RangeBandOptions } from './generated/options.ts'

export interface BandStep {
  readonly day: number
  readonly last: number
  readonly least: number | null
  readonly mean: number | null
  readonly most: number | null
  /** How many values it is of, and how many are left out because they are not complete. */
  readonly count: number
  readonly leftOut: number
  readonly state: Completeness
  readonly reason: string | null
}

export interface BandProjection extends Projection {
  readonly steps: readonly BandStep[]
  readonly field: Field
  readonly title: string
}

export const isBand = (projection: Projection): projection is BandProjection => 'title' in projection

export const project = ((options, { rows }: Frames, context): BandProjection => {
  const { t } = context
  const field = fieldOf(options.measure, rows, context, options.names)
  const isForecast = options.low !== '' && options.high !== ''
  const { granularity, steps } =
    rows === undefined
      ? { granularity: 'day' as const, steps: [] }
      : isForecast
        ? forecastOf(rows, options, field, context)
        : spreadOf(rows, options, field, context)
  const total = rows === undefined ? null : pairTotal(pairsOf(rows, [], context)).comparing
  const withLeftOut = steps.some(({ leftOut }) => leftOut > 0)
  const names = isForecast ? FORECAST : field.isAdditive ? SPREAD : RATIO
  const tone = Math.max(0, toneOfMetric(field.metric ?? ''))
  const count = (id: string, label: string) => ({
    id,
    label: t(label),
    format: 'count' as const,
    role: 'measure' as const,
  })
  const ids = ['most', 'mean', 'least'] as const
  return {
    columns: [
      dayColumn('day', t(granularity)),
      ...ids.map((id) => fieldColumn(field, id, t(names[id]))),
      ...(isForecast ? [] : [count('count', 'valueCount')]),
      ...(withLeftOut ? [count('leftOut', 'leftOut')] : []),
    ],
    rows: steps.map((step): Cell[] => [
      step.day,
      ...ids.map((id) => step[id]),
      ...(isForecast ? [] : [step.count]),
      ...(withLeftOut ? [step.leftOut] : []),
    ]),
    states: steps.map(({ state }) => state),
    series: ids.map((id) => ({ id, column: id, name: t(names[id]), mark: 'line', tone })),
    category: 'day',
    summary: [
      ...extremes(steps, field, context),
      ...gapSentences(
        steps.map(({ state, leftOut }) => (leftOut > 0 ? 'final' : state)),
        (at) => write(context, steps[at]?.day ?? null, 'day'),
        context,
      ),
      ...(withLeftOut
        ? [
            t('leftOutWords', {
              n: write(
                context,
                steps.reduce((sum, { leftOut }) => sum + leftOut, 0),
                'count',
              ),
            }),
          ]
        : []),
    ].join(' '),
    passport: passportOfAtoms(total ?? {}, definitions(definitionsOf([field]))),
    steps,
    field,
    title: isForecast
      ? field.label
      : t('measureBy', {
          measure: field.label,
          samples: dimOf(options.samples, rows, context, options.names).column.label,
        }),
  }
}) satisfies Project<RangeBandOptions>

/** Ratios have no mean of their values: that of all of them is their sums over their sums. */
const SPREAD = { most: 'most', mean: 'mean', least: 'least' }
const RATIO = { ...SPREAD, mean: 'together' }
const FORECAST = { most: 'upper', mean: 'middle', least: 'lower' }

interface Steps {
  readonly granularity: Granularity
  readonly steps: BandStep[]
}

/** Steps of the period, also those in which nothing came; none that only the reference has. */
function stepsOf(rows: Frame, wanted: Granularity | 'auto', context: ProjectionContext) {
  const { granularity, slots } = timeline(additive(rows), wanted, context)
  const own = slots.filter(({ day }) => day !== null)
  const spans = spansOf(own, granularity)
  return {
    granularity,
    slots: own.map((slot, at) => ({
      day: slot.day as number,
      last: spans[at]?.last ?? (slot.day as number),
      atoms: slot.comparing,
      state: slot.states.comparing,
    })),
  }
}

function spreadOf(
  rows: Frame,
  { samples, granularity: wanted }: Required<RangeBandOptions>,
  field: Field,
  context: ProjectionContext,
): Steps {
  const isByDay = samples === 'day'
  const first = stepsOf(rows, wanted, context)
  // A day is no range of days.
  const { granularity, slots } = isByDay && first.granularity === 'day' ? stepsOf(rows, 'week', context) : first
  const placeOf = new Map<number, number>()
  slots.forEach(({ day, last }, place) => {
    for (let at = day; at <= last; at++) placeOf.set(at, place)
  })
  const found = slots.map(() => new Map<string, Atoms[]>())
  for (const { key, comparing } of pairsOf(rows, isByDay ? ['day'] : ['day', samples], context)) {
    const [day, member = day] = key
    const own = typeof day === 'number' ? found[placeOf.get(day) ?? -1] : undefined
    if (own === undefined || comparing === null) continue
    const name = JSON.stringify(member ?? null)
    own.set(name, [...(own.get(name) ?? []), comparing])
  }
  return {
    granularity,
    steps: slots.map((slot, place): BandStep => {
      const values: number[] = []
      const kept: Atoms[] = []
      let [filled, leftOut] = [0, 0]
      for (const parts of found[place]?.values() ?? []) {
        const atoms = added(parts)
        const [value, state] = [fieldValue(field, atoms), stateOfAtoms(atoms, field.metric)]
        if (atoms === null || state === 'closed') continue
        const isWhole = state !== 'partial' || isSlightOfAtoms(atoms, field.metric) || !field.isAdditive
        if (value !== null && isWhole) {
          values.push(value)
          kept.push(atoms)
          if (state === 'estimated') filled++
        } else leftOut++
      }
      const least = values.length === 0 ? null : values.reduce((low, value) => Math.min(low, value))
      const most = values.length === 0 ? null : values.reduce((high, value) => Math.max(high, value))
      const state: Completeness =
        least === null
          ? slot.state === 'closed'
            ? 'closed'
            : 'missing'
          : leftOut > 0
            ? 'partial'
            : filled > 0
              ? 'estimated'
              : 'final'
      return {
        day: slot.day,
        last: slot.last,
        least,
        most,
        mean: least === null || most === null ? null : meanOf(values, kept, field, { least, most }),
        count: values.length,
        leftOut,
        state,
        reason:
          leftOut > 0
            ? context.t('leftOutOf', {
                n: write(context, leftOut, 'count'),
                of: write(context, leftOut + values.length, 'count'),
              })
            : state === 'final'
              ? null
              : reasonOf(state, slot.atoms, context, field.metric),
      }
    }),
  }
}

/** Never outside of its range, also where huge sums lose precision. */
function meanOf(
  values: readonly number[],
  kept: readonly Atoms[],
  field: Field,
  { least, most }: { least: number; most: number },
): number | null {
  const mean = field.isAdditive
    ? values.reduce((sum, value) => sum + value / values.length, 0)
    : fieldValue(field, added(kept))
  return mean === null || !Number.isFinite(mean) ? null : Math.min(most, Math.max(least, mean))
}

/** Bounds cannot be added up: a day with several rows has none. */
function forecastOf(
  rows: Frame,
  { low, high, names }: Required<RangeBandOptions>,
  field: Field,
  context: ProjectionContext,
): Steps {
  const [lower, upper] = [low, high].map((id) => fieldOf(id, rows, context, names)) as [Field, Field]
  const { slots } = stepsOf(rows, 'day', context)
  const perDay = Map.groupBy(
    gather(rows, [
      'period',
      'day',
      ...rows.columns.flatMap(({ id, role }) => (role === 'dim' && !AXES.has(id) ? [id] : [])),
    ]).filter(({ key }) => periodOf(key[0]) === 'comparing'),
    ({ key }) => key[1],
  )
  return {
    granularity: 'day',
    steps: slots.map(({ day, last, state }): BandStep => {
      const groups = perDay.get(day) ?? []
      const atoms = groups.length === 1 ? (groups[0]?.atoms ?? null) : null
      const [middle, a, b] = [field, lower, upper].map((one) => fieldValue(one, atoms)) as [
        number | null,
        number | null,
        number | null,
      ]
      const isBand = a !== null && b !== null && a <= b
      const own = stateOfAtoms(atoms, field.metric)
      const isKnown = middle !== null || isBand
      return {
        day,
        last,
        least: isBand ? a : null,
        most: isBand ? b : null,
        mean: middle,
        count: groups.length,
        leftOut: 0,
        state: isKnown
          ? own === 'closed' || own === 'missing'
            ? 'final'
            : own
          : groups.length === 0 && state === 'closed'
            ? 'closed'
            : 'missing',
        reason: groups.length > 1 ? context.t('manyRows', { n: write(context, groups.length, 'count') }) : null,
      }
    }),
  }
}

const AXES = new Set(['period', 'day', 'index'])

function extremes(steps: readonly BandStep[], field: Field, context: ProjectionContext): string[] {
  const known = steps.filter(({ least, most }) => least !== null && most !== null)
  const [first] = known
  if (first === undefined) return [context.t('summary.none')]
  const lowest = known.reduce((low, step) => ((step.least as number) < (low.least as number) ? step : low), first)
  const highest = known.reduce((high, step) => ((step.most as number) > (high.most as number) ? step : high), first)
  return [
    context.t('extremes', {
      metric: field.label,
      least: write(context, lowest.least, field.format),
      most: write(context, highest.most, field.format),
      on: write(context, lowest.day, 'day'),
      at: write(context, highest.day, 'day'),
    }),
  ]
}
