/** Members at their coordinates. One without coordinates is only in the table. */
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
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
  hasReference,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { isOpenItem } from '../lib/item-charts/open.ts'
import { definitions } from '../lib/measure.ts'
import { reasonOf } from '../lib/reasons.ts'
import type { MapOptions } from './generated/options.ts'

export interface MapPoint {
  readonly name: string
  readonly member: Cell
  readonly lat: number
  readonly lng: number
  /** Sums of both periods: a symbol for several points adds them up. */
  readonly atoms: Atoms
  readonly before: Atoms | null
  /** Much may still change or is missing: one late hour of a week does not count. */
  readonly isOpen: boolean
  readonly reason: string | null
}

export interface MapProjection extends Projection {
  readonly points: readonly MapPoint[]
  readonly size: Field | null
  readonly colour: Field | null
  readonly unplaced: number
}

export const isMap = (projection: Projection): projection is MapProjection => 'unplaced' in projection

interface Place {
  readonly lat: number
  readonly lng: number
}

/** Coordinates by member: the first row that has both. Nothing beyond the poles is a place. */
function placesIn(
  frame: Frame | undefined,
  by: string,
  { latitude, longitude }: Required<MapOptions>,
): Map<string, Place> {
  const found = new Map<string, Place>()
  if (frame === undefined) return found
  const [member, north, east] = [by, latitude, longitude].map((id) => columnIndex(frame, id)) as [
    number,
    number,
    number,
  ]
  if (member < 0 || north < 0 || east < 0) return found
  for (let row = 0; row < frame.rows; row++) {
    const [key, lat, lng] = [String(cellOf(frame, member, row)), cellOf(frame, north, row), cellOf(frame, east, row)]
    if (
      typeof lat !== 'number' ||
      typeof lng !== 'number' ||
      !(Math.abs(lat) <= 90) ||
      !(Math.abs(lng) <= 180) ||
      found.has(key)
    )
      continue
    found.set(key, { lat, lng })
  }
  return found
}

export const project = ((options, { rows, places }: Frames, context): MapProjection => {
  const field = (id: string) => (id === '' ? null : fieldOf(id, rows, context, options.names))
  const [size, colour] = [field(options.size), field(options.colour)]
  const fields = [...new Map([size, colour].flatMap((one) => (one === null ? [] : [[one.id, one] as const]))).values()]
  const dim = dimOf(options.points, rows, context, options.names)
  const pairs =
    rows === undefined ? [] : pairsOf(rows, [options.points], context).filter(({ comparing }) => comparing !== null)
  const withReference = hasReference(pairs)
  const total = pairTotal(pairs)
  const own = placesIn(rows, options.points, options)
  const given = placesIn(
    places,
    places !== undefined && columnIndex(places, options.points) >= 0 ? options.points : 'id',
    options,
  )
  const placed = pairs.map(({ key: [member = null] }) => own.get(String(member)) ?? given.get(String(member)) ?? null)
  const measure = estimatedAmong(fields.map(({ metric }) => metric))
  const states = pairs.map(({ comparing }) => stateOfAtoms(comparing, measure))
  const points = pairs.flatMap(({ key: [member = null], comparing, reference }, at): MapPoint[] => {
    const [place, state] = [placed[at] ?? null, states[at] as Completeness]
    if (place === null || comparing === null) return []
    return [
      {
        ...place,
        name: dim.name(member),
        member,
        atoms: comparing,
        before: withReference ? reference : null,
        isOpen: isOpenItem(state, coverageOfAtoms(comparing)),
        reason: reasonOf(state, comparing, context, measure),
      },
    ]
  })
  const unplaced = pairs.length - points.length
  const degrees = (id: string) => ({ id, label: context.t(id), format: 'number' as const, role: 'dim' as const })
  const read = fields.map(fieldReader)
  return {
    columns: [
      { ...dim.column, format: 'text' },
      ...fields.map((one) => fieldColumn(one, one.id, one.label)),
      degrees('lat'),
      degrees('lng'),
    ],
    rows: pairs.map(({ key: [member = null], comparing }, at): Cell[] => [
      dim.name(member),
      ...read.map((of) => of(comparing)),
      placed[at]?.lat ?? null,
      placed[at]?.lng ?? null,
    ]),
    states,
    coverage: pairs.map(({ comparing }) => coverageOfAtoms(comparing)),
    category: dim.id,
    summary: [
      points.length === 0 ? context.t('noPlaces') : context.t('points', { n: points.length }),
      ...fields.map((one) => fieldSentence(context, one, total.comparing, withReference ? total.reference : null)),
      ...(unplaced > 0 && points.length > 0 ? [context.t('unplaced', { n: unplaced })] : []),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf(fields))),
    points,
    size,
    colour,
    unplaced,
  }
}) satisfies Project<MapOptions>
