import { strictMac } from '#domain/mac'
import { isZone } from '../facts/zone.ts'
import { StartError } from '../lib/errors.ts'
import { ENCODERS, type EncoderName } from './encode/index.ts'

/** A device that is played. Kept in a file of its owner only, because of the key. */
export interface FleetDevice {
  readonly mac: string
  readonly key: string
  /** How it writes what it counts. */
  readonly adapter: EncoderName
  readonly line: string
  /** Seconds between two messages. */
  readonly reportS: number
  /** Where it hangs, for vendors that write local time. */
  readonly timeZone: string
  /** Where its counts come from: a place of the replayed file, or people at the busiest hour. */
  readonly place?: string
  readonly peak?: number
}

/** Reads a fleet file. Throws StartError FLEET_INVALID with the device and the field. */
export function readFleet(text: string): FleetDevice[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw invalid('it is no JSON', cause)
  }
  const devices = (given as { devices?: unknown } | null)?.devices
  if (!Array.isArray(devices) || devices.length === 0) throw invalid('it has no list "devices"')
  return devices.map((device, i) => checked(device as Record<string, unknown>, `device ${i + 1}`))
}

function checked(given: Record<string, unknown>, where: string): FleetDevice {
  const mac = strictMac(typeof given.mac === 'string' ? given.mac : '')
  if (mac === null) throw invalid(`${where} has the mac ${JSON.stringify(given.mac)}; 12 hex digits were expected`)
  const { key, adapter = 'aforo', line = '', reportS = 60, timeZone = 'UTC', place, peak } = given
  if (typeof key !== 'string' || key === '') throw invalid(`${where} (${mac}) has no key`)
  if (!Object.hasOwn(ENCODERS, String(adapter)))
    throw invalid(
      `${where} (${mac}) speaks ${JSON.stringify(adapter)}; one of ${Object.keys(ENCODERS).join(', ')} was expected`,
    )
  if (typeof reportS !== 'number' || !(reportS >= 1 && reportS <= 86_400))
    throw invalid(`${where} (${mac}) reports every ${JSON.stringify(reportS)} s; 1 to 86400 was expected`)
  if (typeof timeZone !== 'string' || !isZone(timeZone))
    throw invalid(`${where} (${mac}) hangs in ${JSON.stringify(timeZone)}; an IANA zone was expected`)
  return {
    mac,
    key,
    adapter: adapter as EncoderName,
    line: String(line),
    reportS,
    timeZone,
    ...(typeof place === 'string' && { place }),
    ...(typeof peak === 'number' && { peak }),
  }
}

const invalid = (why: string, cause?: unknown) =>
  new StartError('FLEET_INVALID', `The fleet file cannot be used: ${why}.`, { cause })
