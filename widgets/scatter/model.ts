/** Members as points of two measures. A member without one of them has no place and is only in the table. */
import type { Cell } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Frames, Project, Projection } from '#engine/types'
import { estimatedAmong } from '../lib/estimates.ts'
import {
  definitionsOf,
  dimOf,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldReader,
  fieldValue,
  hasReference,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms } from '../lib/groups.ts'
import { isOpenItem } from '../lib/item-charts/open.ts'
import { definitions } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import { reasonOf } from '../lib/reasons.ts'
import { sumRules } from '../lib/sum-rules.ts'
import { type Density, densityOf } from './density.ts'
import type { ScatterOptions } from './generated/options.ts'

export interface Point {
  readonly name: string
  readonly member: Cell
  readonly x: number
  readonly y: number
  readonly size: number | null
  readonly before: { readonly x: number; readonly y: number } | null
  readonly state: Completeness
  /** Much may still change or is missing: one late hour of a week does not count. */
  readonly isOpen: boolean
  readonly reason: string | null
}

export interface ScatterProjection extends Projection {
  readonly points: readonly Point[]
  readonly x: Field
  readonly y: Field
  readonly size: Field | null
  /** For more points than can be distinguished: how many are where. */
  readonly density: Density | null
  /** The place of the whole selection. */
  readonly mean: { readonly x: number | null; readonly y: number | null }
}

export const isScatter = (projection: Projection): projection is ScatterProjection => 'points' in projection

export const project = ((options, { rows }: Frames, context): ScatterProjection => {
  const field = (id: string) => fieldOf(id, rows, context, options.names)
  const [x, y, size] = [field(options.x), field(options.y), options.size === '' ? null : field(options.size)]
  const fields = [...new Map([x, y, ...(size === null ? [] : [size])].map((one) => [one.id, one])).values()]
  const dim = dimOf(options.points, rows, context, options.names)
  const pairs =
    rows === undefined ? [] : pairsOf(rows, [options.points], context).filter(({ comparing }) => comparing !== null)
  const withReference = options.showReference && hasReference(pairs)
  const labels = periodLabels(context)
  const total = pairTotal(pairs)
  const [readX, readY, readSize] = [fieldReader(x), fieldReader(y), size === null ? null : fieldReader(size)]
  const at = (atoms: Atoms | null) => {
    const a = readX(atoms)
    const b = readY(atoms)
    return a === null || b === null ? null : { x: a, y: b }
  }
  const measure = estimatedAmong(fields.map(({ metric }) => metric))
  const states = pairs.map(({ comparing }) => sumRules(measure).state(comparing))
  const points = pairs.flatMap(({ key, comparing, reference }, row): Point[] => {
    const place = at(comparing)
    const state = states[row] as Completeness
    return place === null
      ? []
      : [
          {
            ...place,
            name: dim.name(key[0] ?? null),
            member: key[0] ?? null,
            size: readSize === null ? null : readSize(comparing),
            before: withReference ? at(reference) : null,
            state,
            isOpen: isOpenItem(state, coverageOfAtoms(comparing)),
            reason: reasonOf(state, comparing, context, measure),
          },
        ]
  })
  const lost = pairs.length - points.length
  const isWhole = (one: Field) => one.format === 'count'
  const density = densityOf(points, { from: options.densityFrom, isWhole: { x: isWhole(x), y: isWhole(y) } })
  // One measure both ways has one mean.
  const ofWhole = (one: Field) =>
    one.isAdditive
      ? averageOf(points.map((point) => (one === x ? point.x : point.y)))
      : fieldValue(one, total.comparing)
  const read = fields.map(fieldReader)
  return {
    columns: [
      { ...dim.column, format: 'text' },
      ...fields.map((one) => fieldColumn(one, one.id, one.label)),
      ...(withReference
        ? [x, y]
            .filter((one, n, all) => all.findIndex(({ id }) => id === one.id) === n)
            .map((one) =>
              fieldColumn(one, `${one.id}.reference`, context.t('of', { metric: one.label, period: labels.reference })),
            )
        : []),
    ],
    rows: pairs.map(({ key, comparing, reference }) => [
      dim.name(key[0] ?? null),
      ...read.map((of) => of(comparing)),
      ...(withReference
        ? [x, y]
            .filter((one, n, all) => all.findIndex(({ id }) => id === one.id) === n)
            .map((one) => fieldValue(one, reference))
        : []),
    ]),
    states,
    coverage: pairs.map(({ comparing }) => coverageOfAtoms(comparing)),
    category: dim.id,
    summary: [
      context.t(density === null ? 'points' : 'counted', { n: points.length, cells: density?.cells.length ?? 0 }),
      fieldSentence(context, x, total.comparing, withReference ? total.reference : null),
      fieldSentence(context, y, total.comparing, withReference ? total.reference : null),
      ...(lost > 0 ? [context.t('unplaced', { n: lost })] : []),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf(fields))),
    points,
    x,
    y,
    size,
    density,
    mean: { x: ofWhole(x), y: ofWhole(y) },
  }
}) satisfies Project<ScatterOptions>

/** Of amounts a point is compared with their mean; of ratios with that of the whole. */
function averageOf(values: readonly number[]): number | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Number.isFinite(mean) ? mean : null
}
