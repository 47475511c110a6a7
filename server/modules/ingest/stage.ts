/** Accepted readings that wait for the facts, as columns; see growingColumns. */
import { shiftOf } from './checks.ts'
import { flagBits } from './device-flags.ts'
import type { Device } from './device-repo.ts'
import type { QuarantinedInput, ValidatedReadings } from './validate-readings.ts'
import type { Reading, SightingReading } from './reading.ts'
import { countColumns, counterColumns, signColumns } from './staged-columns.ts'
import { addContact, type StagedContact } from './staged-contacts.ts'

/** A phone that was seen, at corrected instants. */
export interface StagedSighting {
  readonly device: Device
  readonly visitor: string
  readonly first: number
  readonly last: number
  readonly rssi: number
  readonly associated: boolean
}

export function createStage() {
  const lines = new Map<string, number>()
  /** Each device at its place, by number; one that was moved meanwhile has two. */
  const places: Device[] = []
  /** By the footscan: where it stood last. */
  const placeOf = new Map<number, number>()
  const contacts = new Map<number, StagedContact>()
  const sightings: StagedSighting[] = []
  const quarantined: QuarantinedInput[] = []
  let readings = 0
  const counted = countColumns(lineOf)
  const read = counterColumns(lineOf)
  const signed = signColumns(lineOf)
  const [{ counts, atoms }, { counters }, { signs }] = [counted, read, signed]

  function lineOf(name: string): number {
    const cut = name.length > 200 ? name.slice(0, 200) : name
    const known = lines.get(cut)
    if (known !== undefined) return known
    lines.set(cut, lines.size)
    return lines.size - 1
  }

  /** The number of the place of a device at the time of its reading. */
  function placed(device: Device): number {
    const known = placeOf.get(device.id)
    if (known !== undefined && isSamePlace(places[known]!, device)) return known
    placeOf.set(device.id, places.length)
    return places.push(device) - 1
  }

  function addReading(device: Device, place: number, reading: Reading, skewMs: number): void {
    readings += 1
    switch (reading.kind) {
      case 'count':
      case 'event':
        return counted.add(device, place, reading, skewMs)
      case 'counter':
        return read.add(device, place, reading, skewMs)
      case 'occupancy':
        return signed.add(device, place, reading.at, { kind: 1, value: reading.people, line: reading.line }, skewMs)
      case 'heartbeat':
        return signed.add(device, place, reading.at, { kind: 0, value: flagBits(reading.flags), line: '' }, skewMs)
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

  return {
    counts,
    atoms,
    counters,
    signs,
    lines,
    places,
    contacts,
    sightings,
    quarantined,
    /** Readings taken, repeats too, without those quarantined. */
    get readings() {
      return readings
    },
    /** Used capacity: repeats do not count. */
    get rows() {
      return counts.length + counters.length + signs.length + sightings.length + quarantined.length + contacts.size
    },
    /** As new, in the room that is there. */
    clear(): void {
      for (const columns of [counted, counters, signs]) columns.clear()
      for (const map of [lines, placeOf, contacts]) map.clear()
      for (const list of [places, sightings, quarantined]) list.length = 0
      readings = 0
    },
    take(validated: ValidatedReadings): void {
      for (const message of validated.accepted) {
        const place = placed(message.device)
        if (message.isFromDevice) addContact(contacts, message)
        for (const reading of message.readings) addReading(message.device, place, reading, message.skewMs)
      }
      for (const one of validated.quarantined) quarantined.push(one)
    },
  }
}

const isSamePlace = (a: Device, b: Device) =>
  a === b || (a.client === b.client && a.local === b.local && a.area === b.area)

export type Stage = ReturnType<typeof createStage>
