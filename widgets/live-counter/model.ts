/** People inside some locals now: summed over those that are known, with how far that can be trusted. */
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { clockTime } from '#domain/moment'
import { levelAfter } from '#domain/occupancy-level'
import type { OccupancyLevel } from '#domain/occupancy-level'
import type { Completeness, Frames, Passport, Project, Projection, ProjectionContext } from '#engine/types'
import { definitions, shareColumn, textColumn, write } from '../lib/measure.ts'
import type { LiveCounterOptions } from './generated/options.ts'

/** live: every door answers; estimated: some do not; stale: none does; unknown: it is not known how many are inside. */
export type LiveStatus = 'live' | 'estimated' | 'stale' | 'unknown'

export interface LiveProjection extends Projection {
  readonly live: {
    readonly status: LiveStatus
    readonly people: number | null
    readonly ins: number | null
    readonly capacity: number | null
    /** Percent of the capacity. */
    readonly share: number | null
    readonly level: OccupancyLevel | null
    /** Seconds since 1970 of the last report, its age when it was received, and from which age on it is stale. */
    readonly asOf: number | null
    readonly ageS: number | null
    /** Seconds since 1970 when it was reported; 0 = unknown. */
    readonly reportedAt: number
    readonly staleAfterS: number
    /** Notes for the reader, in sentences. */
    readonly notes: readonly string[]
    readonly course: { readonly values: readonly (number | null)[]; readonly from: string; readonly to: string } | null
  }
}

export const isLive = (projection: Projection): projection is LiveProjection => 'live' in projection

interface Row {
  local: number
  name: string
  people: number | null
  ins: number | null
  capacity: number | null
  asOf: number | null
  now: number | null
  why: string | null
  /** Sensors see who is inside; doors do not matter for the figure. */ isSeen: boolean
  isInferred: boolean
  raw: number | null
  drift: number
  doors: number
  silentDoors: number
  staleAfterS: number
  status: LiveStatus
}

/** metrics.md 5.7: a feed is stale after five minutes. */
const STALE_S = 300
/** Instants beyond are no dates. */
const LAST_S = 8.64e12

const finite = (value: number) => (Number.isFinite(value) ? value : null)
const count = (cell: Cell): number | null =>
  typeof cell === 'number' && Number.isFinite(cell) ? Math.round(cell) : null
const instant = (cell: Cell): number | null => (typeof cell === 'number' && Math.abs(cell) < LAST_S ? cell : null)
const total = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : finite(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))

function rowsOf(frame: Frame | undefined, { labels }: ProjectionContext): Row[] {
  if (frame === undefined) return []
  const places = new Map(frame.columns.map(({ id }, at) => [id, at]))
  return Array.from({ length: frame.rows }, (_, at): Row => {
    const cell = (id: string): Cell => {
      const place = places.get(id)
      return place === undefined ? null : cellOf(frame, place, at)
    }
    const why = cell('why')
    const [id, own] = [count(cell('local')) ?? 0, count(cell('capacity'))]
    const row = {
      local: id,
      name: labels.local?.get(id) ?? String(id),
      people: count(cell('people')),
      ins: count(cell('ins')),
      capacity: own !== null && own > 0 ? own : null,
      asOf: instant(cell('asOf')),
      now: instant(cell('now')),
      why: typeof why === 'string' && why !== '' ? why : null,
      isSeen: cell('source') === 'zones',
      isInferred: cell('inferred') === true || cell('inferred') === 1,
      raw: count(cell('raw')),
      drift: count(cell('drift')) ?? 0,
      doors: count(cell('doors')) ?? 0,
      silentDoors: count(cell('silentDoors')) ?? 0,
      staleAfterS: count(cell('staleAfterS')) ?? STALE_S,
    }
    // A value of a source below zero is no number of people.
    if (row.people !== null) row.people = Math.max(0, row.people)
    return { ...row, status: statusOf(row) }
  })
}

function statusOf({ people, asOf, now, staleAfterS, doors, silentDoors, isSeen }: Omit<Row, 'status'>): LiveStatus {
  if (people === null) return 'unknown'
  if (asOf !== null && now !== null && now - asOf > staleAfterS) return 'stale'
  if (isSeen) return 'live'
  if (doors > 0 && silentDoors >= doors) return 'stale'
  return silentDoors > 0 ? 'estimated' : 'live'
}

const STATES: Readonly<Record<LiveStatus, Completeness>> = {
  live: 'partial',
  estimated: 'estimated',
  stale: 'missing',
  unknown: 'missing',
}

/** The day is never over; what is covered are the doors that answer. */
function passportOf(rows: readonly Row[], people: number | null, asOf: number | null): Passport {
  const counting = rows.filter(({ isSeen }) => !isSeen)
  const [doors, silent] = [
    total(counting.map((row) => Math.max(0, row.doors))) ?? 0,
    total(counting.map((row) => Math.max(0, Math.min(row.doors, row.silentDoors)))) ?? 0,
  ]
  return {
    coverage: doors > 0 ? (doors - silent) / doors : null,
    estimatedShare: 0,
    state: people === null ? 'missing' : 'partial',
    definitions: definitions(['ins']),
    asOf: asOf === null ? null : asOf * 1000,
  }
}

export const project = ((options, { now, minutes }: Frames, context): LiveProjection => {
  const { t } = context
  const rows = rowsOf(now, context)
  const fresh = rows.filter(({ status }) => status === 'live' || status === 'estimated')
  const known = rows.filter(({ people }) => people !== null)
  // A store that went silent would keep its last figure for ever: while any other answers, it is left out and named.
  const counted = fresh.length > 0 ? fresh : known
  const people = total(counted.map((row) => row.people))
  const ins = total(rows.map((row) => row.ins))
  const capacity =
    options.capacity > 0
      ? options.capacity
      : counted.length > 0 && counted.every((row) => row.capacity !== null)
        ? total(counted.map((row) => row.capacity))
        : null
  const share = people === null || capacity === null ? null : finite((100 * people) / capacity)
  const status: LiveStatus =
    people === null
      ? 'unknown'
      : fresh.length === 0
        ? 'stale'
        : fresh.length < rows.length || fresh.some((row) => row.status === 'estimated')
          ? 'estimated'
          : 'live'
  const course = courseOf(
    options.figure === 'ins' ? 'ins' : 'people',
    minutes,
    counted.map(({ local }) => local),
  )
  const shares =
    capacity === null ? [] : course.people.map((value) => (value === null ? null : (100 * value) / capacity))
  const edges = { mid: Math.min(options.midFrom, options.highFrom), high: options.highFrom }
  const words = counted.flatMap((row) => row.asOf ?? [])
  const asOf = words.length === 0 ? null : fresh.length > 0 ? Math.min(...words) : Math.max(...words)
  const reportedAt = rows.flatMap((row) => row.now ?? [])
  const stateWord = (one: LiveStatus) => t(`status.${one}`)
  const time = (seconds: number | null) => (seconds === null ? null : clockTime(seconds * 1000))

  const notes = notesOf(rows, counted, { people, isOwn: options.capacity > 0 }, context)
  const figure: Projection = {
    columns: [
      textColumn('local', t('local')),
      { id: 'people', label: t('inside'), format: 'count', role: 'measure', unit: 'count' },
      { id: 'ins', label: t('entries'), format: 'count', role: 'measure', unit: 'count' },
      { id: 'capacity', label: t('capacity'), format: 'count', role: 'measure', unit: 'count' },
      shareColumn('share', t('share')),
      textColumn('asOf', t('lastWord')),
      textColumn('status', t('state')),
    ],
    rows: rows.map((row): Cell[] => [
      row.name,
      row.people,
      row.ins,
      row.capacity,
      row.people === null || row.capacity === null ? null : finite((100 * row.people) / row.capacity),
      time(row.asOf),
      stateWord(row.status),
    ]),
    states: rows.map((row) => STATES[row.status]),
    category: 'local',
    summary: [
      people === null
        ? t('nobodyKnows')
        : t('summary', { people: write(context, people, 'count'), entries: write(context, ins, 'count') }),
      ...(share === null
        ? []
        : [t('ofCapacity', { share: write(context, share, 'percent'), capacity: write(context, capacity, 'count') })]),
      ...(asOf === null ? [] : [t('asOf', { time: time(asOf) ?? '' })]),
      ...(status === 'live' ? [] : [`${stateWord(status)}.`]),
      ...notes,
    ].join(' '),
    passport: passportOf(rows, people, asOf),
  }
  const line =
    course.from === null || course.values.every((value) => value === null)
      ? null
      : { values: course.values, from: time(course.from) ?? '', to: time(course.to) ?? '' }
  return {
    ...figure,
    ...(line !== null && {
      parts: [
        { id: 'figure', title: t('name'), projection: figure },
        { id: 'course', title: t('lastHour'), projection: courseTable(course, context) },
      ],
    }),
    live: {
      status,
      people,
      ins,
      capacity,
      share,
      level: share === null ? null : levelAfter([...shares, share], edges),
      asOf,
      ageS: asOf === null || reportedAt.length === 0 ? null : Math.max(0, Math.max(...reportedAt) - asOf),
      reportedAt: Math.max(0, ...reportedAt),
      staleAfterS: Math.max(STALE_S, ...counted.map((row) => row.staleAfterS)),
      notes,
      course: line,
    },
  }
}) satisfies Project<LiveCounterOptions>

function notesOf(
  rows: readonly Row[],
  counted: readonly Row[],
  { people, isOwn }: { people: number | null; isOwn: boolean },
  { t }: ProjectionContext,
): string[] {
  const drift = counted.reduce((sum, row) => sum + row.drift, 0)
  const why = rows.map((row) => row.why)
  const byDoors = counted.filter(({ isSeen }) => !isSeen)
  return [
    ...(people === null
      ? [t(why.includes('oneWay') ? 'why.oneWay' : why.includes('silent') ? 'why.silent' : 'why.noDoors')]
      : []),
    ...(people !== null && counted.length < rows.length ? [t('stores', { n: counted.length, of: rows.length })] : []),
    ...(people !== null && byDoors.some(({ silentDoors }) => silentDoors > 0)
      ? [
          t('doors', {
            n: byDoors.reduce((sum, row) => sum + row.silentDoors, 0),
            of: byDoors.reduce((sum, row) => sum + row.doors, 0),
          }),
        ]
      : []),
    ...(people !== null && byDoors.length < counted.length ? [t('seen')] : []),
    ...(counted.some((row) => row.raw !== null && row.raw - row.drift < 0) ? [t('below')] : []),
    ...(drift === 0 ? [] : [t('drift', { n: drift > 0 ? `−${drift}` : `+${-drift}` })]),
    ...(!isOwn && counted.some((row) => row.isInferred) ? [t('inferred')] : []),
  ]
}

interface Course {
  readonly minutes: readonly number[]
  readonly people: readonly (number | null)[]
  readonly ins: readonly (number | null)[]
  readonly values: readonly (number | null)[]
  readonly from: number | null
  readonly to: number | null
}

/** A minute that some local has not reported yet has no sum: a part of it would look like a collapse. */
function courseOf(figure: 'people' | 'ins', frame: Frame | undefined, locals: readonly number[]): Course {
  const wanted = new Set(locals)
  const at = new Map<number, { people: (number | null)[]; ins: (number | null)[] }>()
  const ids =
    frame === undefined ? [] : (['local', 'minute', 'people', 'ins'] as const).map((id) => columnIndex(frame, id))
  const rows =
    frame === undefined || ids.includes(-1)
      ? []
      : Array.from({ length: frame.rows }, (_, row) => ids.map((id) => cellOf(frame, id, row)))
  for (const [local = null, minute = null, people = null, ins = null] of rows) {
    const begin = instant(minute)
    if (begin === null || !wanted.has(count(local) ?? Number.NaN)) continue
    const one = at.get(begin) ?? { people: [], ins: [] }
    at.set(begin, one)
    one.people.push(count(people) === null ? null : Math.max(0, count(people) ?? 0))
    one.ins.push(count(ins))
  }
  const minutes = [...at.keys()].sort((a, b) => a - b)
  const whole = (values: readonly (number | null)[]) => (values.includes(null) ? null : total(values))
  const people = minutes.map((minute) => whole(at.get(minute)?.people ?? []))
  const ins = minutes.map((minute) => whole(at.get(minute)?.ins ?? []))
  return {
    minutes,
    people,
    ins,
    values: figure === 'ins' ? ins : people,
    from: minutes[0] ?? null,
    to: minutes.at(-1) ?? null,
  }
}

function courseTable({ minutes, people, ins }: Course, { t }: ProjectionContext): Projection {
  return {
    columns: [
      textColumn('minute', t('minute')),
      { id: 'people', label: t('inside'), format: 'count', role: 'measure', unit: 'count' },
      { id: 'ins', label: t('cameIn'), format: 'count', role: 'measure', unit: 'count' },
    ],
    rows: minutes.map((minute, at): Cell[] => [
      clockTime(minute * 1000).slice(0, 5),
      people[at] ?? null,
      ins[at] ?? null,
    ]),
    states: minutes.map((_, at): Completeness => (people[at] === null ? 'missing' : 'final')),
    category: 'minute',
    summary: '',
  }
}
