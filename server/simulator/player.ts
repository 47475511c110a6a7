/**
 * Plays a fleet in virtual time. What is sent, when it arrives and what goes wrong on the way is a function of the
 * fleet, the source and the seed, so a played day can be played again; nothing here waits or talks to a server.
 */
import { random } from './random.ts'
import type { CountReading } from '../modules/ingest/reading.ts'
import { ENCODERS } from './encode/index.ts'
import type { Written } from './encode/encode.ts'
import type { FleetDevice } from './fleet.ts'

/** Where counts come from. */
export interface Source {
  /**
   * Counts of a device in the intervals that end after `from` and at `to` or before, epoch ms. Null: it says nothing at
   * all, as when it has no power. An empty list: it lives and has nothing to report.
   */
  readings(device: FleetDevice, from: number, to: number): readonly CountReading[] | null
}

export interface Outage {
  /** Left out: every device. */
  readonly mac?: string
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** Nothing is kept for later: the counts of this time never come. */
  readonly lost: boolean
}

export interface Faults {
  readonly outages: readonly Outage[]
  /** Share of messages that are sent twice. */
  readonly duplicate: number
  /** A message may take this long in transit, so later ones overtake it. */
  readonly delayMs: number
  /** Device clock minus true time at the start, and how it runs away, in parts per million. */
  readonly skewMs: number
  readonly driftPpm: number
}

export const NO_FAULTS: Faults = { outages: [], duplicate: 0, delayMs: 0, skewMs: 0, driftPpm: 0 }

export interface Delivery {
  /** When it reaches the server, epoch ms of the played time. */
  readonly at: number
  readonly device: FleetDevice
  readonly written: Written
}

/** Messages of a long outage are cut, as devices do; also keeps a body below the server's limit. */
const MAX_READINGS = 500

export interface Player {
  /** Messages that arrive up to an instant, in order of arrival. The instant only grows. */
  advance(to: number): Delivery[]
  /** Messages in flight. */
  rest(): Delivery[]
  /** Disconnects a device; with `lost` it also loses its counts. False: there is no such device. */
  unplug(mac: string, lost?: boolean): boolean
  plug(mac: string): boolean
  readonly unplugged: ReadonlyMap<string, { readonly lost: boolean }>
}

interface Playing {
  readonly device: FleetDevice
  /** Up to where the source was asked. */
  readUntil: number
  next: number
  sequence: number
  kept: CountReading[]
}

export function createPlayer({
  fleet,
  source,
  faults = NO_FAULTS,
  from,
  seed = 1,
}: {
  fleet: readonly FleetDevice[]
  source: Source
  faults?: Faults
  from: number
  seed?: number
}): Player {
  const r = random(seed, Math.floor(from / 1000), fleet.length)
  const unplugged = new Map<string, { lost: boolean }>()
  // Devices report at their own second, not all at once.
  const playing = fleet.map((device, n): Playing => ({
    device,
    readUntil: from,
    next: from + ((n * 7919) % device.reportS) * 1000,
    sequence: 0,
    kept: [],
  }))
  let onTheWay: Delivery[] = []

  const outageAt = (mac: string, at: number) =>
    unplugged.get(mac) ??
    faults.outages.find((outage) => (outage.mac ?? mac) === mac && at >= outage.from && at < outage.to)
  const clockAt = (at: number) => Math.round(at + faults.skewMs + ((at - from) * faults.driftPpm) / 1e6)

  function send(one: Playing, readings: readonly CountReading[], at: number): void {
    const { device } = one
    one.sequence += 1
    const shifted = readings.map((reading) => ({
      ...reading,
      start: clockAt(reading.start),
      end: clockAt(reading.end),
    }))
    const written = ENCODERS[device.adapter](device, shifted, clockAt(at), one.sequence)
    const times = r.next() < faults.duplicate ? 2 : 1
    for (let i = 0; i < times; i += 1)
      onTheWay.push({ at: at + Math.floor(r.next() * faults.delayMs), device, written })
  }

  function report(one: Playing, at: number): void {
    const counted = source.readings(one.device, one.readUntil, at)
    one.readUntil = at
    const outage = outageAt(one.device.mac, at)
    if (outage) {
      if (!outage.lost && counted !== null) one.kept.push(...counted)
      return
    }
    if (counted === null && one.kept.length === 0) return
    const readings = [...one.kept, ...(counted ?? [])]
    one.kept = []
    for (let start = 0; start === 0 || start < readings.length; start += MAX_READINGS)
      send(one, readings.slice(start, start + MAX_READINGS), at)
  }

  function arrived(to: number): Delivery[] {
    const due = onTheWay.filter(({ at }) => at <= to)
    onTheWay = onTheWay.filter(({ at }) => at > to)
    return due.sort((a, b) => a.at - b.at)
  }

  return {
    advance(to) {
      for (const one of playing) {
        for (; one.next <= to; one.next += one.device.reportS * 1000) report(one, one.next)
      }
      return arrived(to)
    },
    rest: () => arrived(Infinity),
    unplug(mac, lost = false) {
      const known = fleet.some((device) => device.mac === mac)
      if (known) unplugged.set(mac, { lost })
      return known
    },
    plug: (mac) => unplugged.delete(mac),
    unplugged,
  }
}
