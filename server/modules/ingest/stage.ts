/** What was accepted and waits for the facts, as columns; see growingColumns. */
import { endOf, shiftOf } from './checks.ts'
import { growingColumns, NULL } from './columns.ts'
import type { Device } from './device-repo.ts'
import type { Apart, Judged, Spoken } from './judge.ts'
import { HEALTH_FLAGS } from '../../facts/health-flags.ts'
import type { HeartbeatReading, Reading, SightingReading } from './reading.ts'
import { createRepeats } from './repeats.ts'
import { READING_ATOMS } from '../../facts/atoms.ts'

/** A phone that was seen, at corrected instants. */
export interface StagedSighting {
  readonly device: Device
  readonly visitor: string
  readonly first: number
  readonly last: number
  readonly rssi: number
  readonly associated: boolean
}

/** What a device's messages say about itself. */
export interface StagedContact {
  /** Where it stood at the newest of its messages. */
  device: Device
  firstAt: number
  lastAt: number
  lastData: number | null
  messages: number
  sequence: number | null
  missed: number
  /** Sequence of the first of these messages. */
  firstSequence: number | null
  skewMs: number | null
  /** Of the newest heartbeat, and its time. */
  flags: number | null
  flagsAt: number
  firmware: string | null
  battery: number | null
}

export const CLOCK_FLAG = 1 << HEALTH_FLAGS.indexOf('clockNotSynced')

const flagBits = (flags: HeartbeatReading['flags']): number =>
  flags.reduce((bits, flag) => bits | (1 << HEALTH_FLAGS.indexOf(flag)), 0)

/** Unless the device says so more often, an event or a sign of life speaks for the time since the report before it. */
const LEAST_COVER_S = 60
const MOST_COVER_S = 3600

export function createStage() {
  const counts = growingColumns(
    [
      'seq',
      'place',
      'device',
      'line',
      'seconds',
      'sequence',
      'ins',
      'outs',
      'revision',
      'reversed',
      'skewMs',
      'covers',
    ],
    ['said', 'start'],
  )
  const repeats = createRepeats(counts)
  const atoms = growingColumns(['seq', ...READING_ATOMS], [])
  const counters = growingColumns(
    ['seq', 'place', 'device', 'line', 'bits', 'reversed', 'skewMs'],
    ['said', 'instant', 'totalIn', 'totalOut'],
  )
  /** kind 0: heartbeat with flags; 1: occupancy with people. */
  const signs = growingColumns(
    ['seq', 'place', 'device', 'line', 'kind', 'value', 'skewMs', 'covers'],
    ['said', 'instant'],
  )
  const lines = new Map<string, number>()
  /** Each device where it stands, by number; one that was moved meanwhile has two. */
  const places: Device[] = []
  /** By the footscan: where it stood last. */
  const placeOf = new Map<number, number>()
  const contacts = new Map<number, StagedContact>()
  const sightings: StagedSighting[] = []
  const apart: Apart[] = []
  let readings = 0

  function lineOf(name: string): number {
    const cut = name.length > 200 ? name.slice(0, 200) : name
    const known = lines.get(cut)
    if (known !== undefined) return known
    lines.set(cut, lines.size)
    return lines.size - 1
  }

  /** The number of the place where a device stood when it spoke. */
  function placed(device: Device): number {
    const known = placeOf.get(device.id)
    if (known !== undefined && isSamePlace(places[known]!, device)) return known
    placeOf.set(device.id, places.length)
    return places.push(device) - 1
  }

  function addCount(
    { id, reversed, reportS }: Device,
    place: number,
    reading: Extract<Reading, { kind: 'count' | 'event' }>,
    skewMs: number,
  ): void {
    const i = counts.add()
    const { whole, wide } = counts
    const isCount = reading.kind === 'count'
    const said = isCount ? reading.start : reading.at
    whole.seq[i] = i
    whole.place[i] = place
    whole.device[i] = id
    whole.line[i] = lineOf(reading.line)
    whole.seconds[i] = isCount ? Math.round((reading.end - reading.start) / 1000) : 0
    whole.sequence[i] = isCount ? 0 : reading.sequence
    whole.ins[i] = reading.in ?? NULL
    whole.outs[i] = reading.out ?? NULL
    whole.revision[i] = isCount ? (reading.revision ?? 0) : 0
    whole.reversed[i] = reversed ? 1 : 0
    whole.skewMs[i] = skewMs
    // An interval of which nothing is known speaks for no time.
    const silent = isCount && reading.in === null && reading.out === null && reading.atoms === undefined
    whole.covers[i] = silent ? 0 : isCount ? whole.seconds[i]! : coverOf(reportS)
    wide.said[i] = said
    wide.start[i] = said + shiftOf(skewMs)
    if (!isCount || reading.atoms === undefined) {
      if (repeats.isRepeat(i)) counts.drop()
      return
    }
    const a = atoms.add()
    atoms.whole.seq[a] = i
    for (const atom of READING_ATOMS) atoms.whole[atom][a] = reading.atoms[atom] ?? NULL
  }

  function addCounter(
    { id, reversed }: Device,
    place: number,
    reading: Extract<Reading, { kind: 'counter' }>,
    skewMs: number,
  ): void {
    const i = counters.add()
    const { whole, wide } = counters
    whole.seq[i] = i
    whole.place[i] = place
    whole.device[i] = id
    whole.line[i] = lineOf(reading.line)
    whole.bits[i] = reading.bits ?? 0
    whole.reversed[i] = reversed ? 1 : 0
    whole.skewMs[i] = skewMs
    wide.said[i] = reading.at
    wide.instant[i] = reading.at + shiftOf(skewMs)
    wide.totalIn[i] = reading.totalIn ?? -1
    wide.totalOut[i] = reading.totalOut ?? -1
  }

  function addSign(
    { id, reportS }: Device,
    place: number,
    said: number,
    { kind, value, line }: { kind: 0 | 1; value: number; line: string },
    skewMs: number,
  ): void {
    const i = signs.add()
    const { whole, wide } = signs
    whole.seq[i] = i
    whole.place[i] = place
    whole.device[i] = id
    whole.line[i] = lineOf(line)
    whole.kind[i] = kind
    whole.value[i] = value
    whole.skewMs[i] = skewMs
    whole.covers[i] = coverOf(reportS)
    wide.said[i] = said
    wide.instant[i] = said + shiftOf(skewMs)
  }

  function addReading(device: Device, place: number, reading: Reading, skewMs: number): void {
    readings += 1
    switch (reading.kind) {
      case 'count':
      case 'event':
        return addCount(device, place, reading, skewMs)
      case 'counter':
        return addCounter(device, place, reading, skewMs)
      case 'occupancy':
        return addSign(device, place, reading.at, { kind: 1, value: reading.people, line: reading.line }, skewMs)
      case 'heartbeat':
        return addSign(device, place, reading.at, { kind: 0, value: flagBits(reading.flags), line: '' }, skewMs)
      case 'sighting':
        return addSighting(device, reading, skewMs)
    }
  }

  function addSighting(
    device: Device,
    { visitor, first, last, rssi, associated }: SightingReading,
    skewMs: number,
  ): void {
    const shift = shiftOf(skewMs)
    sightings.push({ device, visitor, first: first + shift, last: last + shift, rssi, associated })
  }

  function addContact({ device, message, receivedAt, skewMs, readings }: Spoken): void {
    const known = contacts.get(device.id)
    const contact: StagedContact = known ?? {
      device,
      firstAt: receivedAt,
      lastAt: receivedAt,
      lastData: null,
      messages: 0,
      sequence: null,
      missed: 0,
      firstSequence: message.sequence ?? null,
      skewMs: null,
      flags: null,
      flagsAt: -Infinity,
      firmware: null,
      battery: null,
    }
    if (known === undefined) contacts.set(device.id, contact)
    contact.device = device
    contact.firstAt = Math.min(contact.firstAt, receivedAt)
    contact.lastAt = Math.max(contact.lastAt, receivedAt)
    contact.messages += 1
    if (message.sequence !== undefined) {
      contact.firstSequence ??= message.sequence
      if (contact.sequence !== null && message.sequence > contact.sequence + 1)
        contact.missed += message.sequence - contact.sequence - 1
      contact.sequence = message.sequence
    }
    if (message.sentAt !== undefined) contact.skewMs = receivedAt - message.sentAt
    const shift = shiftOf(skewMs)
    for (const reading of readings) {
      const end = endOf(reading) + shift
      if (contact.lastData === null || end > contact.lastData) contact.lastData = end
      if (reading.kind !== 'heartbeat' || end < contact.flagsAt) continue
      contact.flags = flagBits(reading.flags)
      contact.flagsAt = end
      contact.firmware = reading.firmware?.slice(0, 100) ?? contact.firmware
      contact.battery =
        reading.battery === undefined ? contact.battery : Math.round(Math.max(0, Math.min(100, reading.battery)))
    }
  }

  return {
    counts,
    atoms,
    counters,
    signs,
    lines,
    places,
    contacts,
    sightings,
    apart,
    /** Readings taken, repeats too, without those kept apart. */
    get readings() {
      return readings
    },
    /** What takes room: repeats do not. */
    get rows() {
      return counts.length + counters.length + signs.length + sightings.length + apart.length + contacts.size
    },
    /** As new, in the room that is there. */
    clear(): void {
      for (const columns of [counts, atoms, counters, signs]) columns.clear()
      repeats.clear()
      for (const map of [lines, placeOf, contacts]) map.clear()
      for (const list of [places, sightings, apart]) list.length = 0
      readings = 0
    },
    take(judged: Judged): void {
      for (const spoken of judged.spoken) {
        const place = placed(spoken.device)
        if (spoken.heard) addContact(spoken)
        for (const reading of spoken.readings) addReading(spoken.device, place, reading, spoken.skewMs)
      }
      for (const one of judged.apart) apart.push(one)
    },
  }
}

const isSamePlace = (a: Device, b: Device) =>
  a === b || (a.client === b.client && a.local === b.local && a.area === b.area)

const coverOf = (reportS: number) => Math.max(LEAST_COVER_S, Math.min(MOST_COVER_S, reportS))

export type Stage = ReturnType<typeof createStage>
