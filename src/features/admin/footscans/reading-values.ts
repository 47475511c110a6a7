/** A reading in quarantine as the fields of a form, and back: in the form of the protocol, docs/ingest.md. */
import { isRecord } from '#domain/record'
import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import { readLines, writeLines } from '../data-lines.ts'

/** Fields that can be corrected; a detected phone is not among them: its address is hashed. */
export const READING_KINDS = ['count', 'counter', 'event', 'occupancy', 'heartbeat'] as const
export type ReadingKind = (typeof READING_KINDS)[number]

export type MomentName = 'start' | 'end' | 'at'
export type NumberName = 'in' | 'out' | 'totalIn' | 'totalOut' | 'people' | 'battery'

export const MOMENTS: Readonly<Record<ReadingKind, readonly MomentName[]>> = {
  count: ['start', 'end'],
  counter: ['at'],
  event: ['at'],
  occupancy: ['at'],
  heartbeat: ['at'],
}
export const NUMBERS: Readonly<Record<ReadingKind, readonly NumberName[]>> = {
  count: ['in', 'out'],
  counter: ['totalIn', 'totalOut'],
  event: ['in', 'out'],
  occupancy: ['people'],
  heartbeat: ['battery'],
}

export type ReadingValues = Readonly<Record<MomentName | NumberName, number | null>> & {
  readonly kind: ReadingKind | null
  /** MAC address, or EUI-64. */
  readonly device: string
  readonly line: string
  readonly isSpread: boolean
  /** Further values of a device, one on each line: `visits: 3`. */
  readonly atoms: string
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const WHOLE = /^-?\d{1,15}$/

/** Epoch ms of what was sent as a time; null where nothing can be read. */
function momentOf(sent: unknown): number | null {
  const at = typeof sent === 'string' ? (STAMP.test(sent) ? Date.parse(sent) : NaN) : sent
  return typeof at === 'number' && Math.abs(at) <= 8.64e15 ? at : null
}

/** A number written as text is one for a person. */
function numberOf(sent: unknown): number | null {
  if (typeof sent === 'string') return WHOLE.test(sent.trim()) ? Number(sent) : null
  return typeof sent === 'number' && Number.isFinite(sent) ? sent : null
}

/** Whether the fields can hold what a reading says. */
export const hasFields = ({ reading }: Pick<QuarantinedReading, 'reading'>): boolean => reading.kind !== 'sighting'

export function valuesOf({ device, reading }: Pick<QuarantinedReading, 'device' | 'reading'>): ReadingValues {
  const { kind, line, start, end, at, totalIn, totalOut, people, battery, spread, atoms } = reading
  const counts = isRecord(atoms)
    ? Object.entries(atoms).flatMap(([name, value]) => {
        const count = numberOf(value)
        return count === null ? [] : [[name, count] as const]
      })
    : []
  return {
    kind: READING_KINDS.find((one) => one === kind) ?? null,
    device,
    line: typeof line === 'string' ? line : '',
    start: momentOf(start),
    end: momentOf(end),
    at: momentOf(at),
    in: numberOf(reading.in),
    out: numberOf(reading.out),
    totalIn: numberOf(totalIn),
    totalOut: numberOf(totalOut),
    people: numberOf(people),
    battery: numberOf(battery),
    isSpread: spread === true,
    atoms: writeLines(Object.fromEntries(counts)),
  }
}

const isWhole = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0
/** Values without a field, sent on unchanged where the protocol knows them. */
const KEPT: Readonly<Record<ReadingKind, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  count: { revision: isWhole },
  counter: { bits: (value) => value === 16 || value === 32 },
  event: { sequence: isWhole },
  occupancy: {},
  heartbeat: { flags: Array.isArray, firmware: (value) => typeof value === 'string' },
}

/** The first line that is no number with a name, from 1; null when all are. */
export function wrongAtoms(text: string): number | null {
  const read = readLines(text)
  if (read.wrong !== undefined) return read.wrong
  const at = Object.values(read.data).findIndex((value) => !Number.isInteger(value))
  return at < 0 ? null : at + 1
}

function atomsOf(text: string): Readonly<Record<string, unknown>> {
  const read = readLines(text)
  return read.wrong === undefined ? read.data : {}
}

/** The corrected reading, whole. An empty number is left out: not known is not 0. */
export function readingOf(values: ReadingValues, before: QuarantinedReading['reading']): Record<string, unknown> {
  const { kind, line, isSpread, atoms } = values
  if (kind === null) return {}
  const counts = kind === 'count' ? atomsOf(atoms) : {}
  return {
    kind,
    ...(line.trim() !== '' && kind !== 'heartbeat' && { line: line.trim() }),
    ...Object.fromEntries(
      [...MOMENTS[kind], ...NUMBERS[kind]].flatMap((name) => (values[name] === null ? [] : [[name, values[name]]])),
    ),
    ...(Object.keys(counts).length > 0 && { atoms: counts }),
    ...(kind === 'count' && isSpread && { spread: true }),
    ...Object.fromEntries(
      Object.entries(KEPT[kind]).flatMap(([name, isKnown]) => (isKnown(before[name]) ? [[name, before[name]]] : [])),
    ),
  }
}

/** Whether the fields say all that was sent; else it is above them, as it came. */
export function isAllInFields(row: Pick<QuarantinedReading, 'device' | 'reading'>): boolean {
  const again = readingOf(valuesOf(row), row.reading)
  return Object.entries(row.reading).every(
    ([name, sent]) =>
      sent === null || sent === '' || sent === false || JSON.stringify(again[name]) === JSON.stringify(sent),
  )
}

const OF_DEVICE = new Set(['DEVICE_UNKNOWN', 'DEVICE_DISABLED'])
const OF_TIME = new Set([
  'FUTURE',
  'TOO_OLD',
  'INTERVAL_INVALID',
  'LONGER_THAN_AN_HOUR',
  'TIME_UNREADABLE',
  'TIME_AMBIGUOUS',
])
const OF_NUMBER = new Set(['NEGATIVE', 'NOT_A_COUNT', 'ABSURD', 'COUNT_UNREADABLE'])

/** The field at which a reading can be corrected for this reason; null where it is about several of them. */
export function fieldOfReason(reason: string, values: ReadingValues): keyof ReadingValues | null {
  const { kind } = values
  if (OF_DEVICE.has(reason)) return 'device'
  if (reason === 'LINE_UNREADABLE') return 'line'
  if (kind === null) return 'kind'
  if (OF_TIME.has(reason)) {
    const empty = MOMENTS[kind].find((name) => values[name] === null)
    return empty ?? (kind === 'count' ? (reason === 'TOO_OLD' ? 'start' : 'end') : 'at')
  }
  if (!OF_NUMBER.has(reason)) return kind === 'count' && values.atoms !== '' ? 'atoms' : null
  const numbers = NUMBERS[kind]
  const isWrong = (name: NumberName) => {
    const value = values[name]
    return reason === 'NEGATIVE'
      ? value !== null && value < 0
      : reason === 'NOT_A_COUNT'
        ? value !== null && !Number.isInteger(value)
        : reason === 'COUNT_UNREADABLE' && value === null
  }
  const most = numbers.toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0))[0]
  return numbers.find(isWrong) ?? most ?? null
}

/** The first thing that keeps a number of people from being one, as a reason of the ingest. */
export const numberReason = (value: number | null): 'NEGATIVE' | 'NOT_A_COUNT' | null =>
  value === null ? null : value < 0 ? 'NEGATIVE' : Number.isInteger(value) ? null : 'NOT_A_COUNT'
