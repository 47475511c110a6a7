/** Adds the catalog's data of footscans to frames of their days. */
import type { Column, Frame, NumberData, Numbers } from '#domain/frame'
import { civilAt } from '../../facts/zone.ts'
import type { HealthFootscan } from './repo.ts'

const text = (id: string): Column => ({ id, type: 'text', role: 'dim' })

/** Instants become the local hour of the footscan's place. */
function inHours(
  { values, valid }: NumberData,
  devices: Numbers,
  footscans: readonly HealthFootscan[],
  at: ReadonlyMap<number, number>,
): void {
  for (let row = 0; row < values.length; row += 1) {
    const zone = footscans[at.get(devices[row]!) ?? -1]?.timeZone
    if ((valid === undefined || ((valid[row >> 3]! >> (row & 7)) & 1) === 1) && zone !== undefined)
      values[row] = civilAt(zone, values[row]!).hour
  }
}

/**
 * Adds what the catalog knows of each footscan: its MAC, its name (the MAC where it has none) and how many pings were
 * to be expected.
 */
export function withFootscans(frame: Frame, footscans: readonly HealthFootscan[], { demo }: { demo: boolean }): Frame {
  const at = new Map(footscans.map(({ id }, index) => [id, index]))
  const column = (id: string) => frame.data[frame.columns.findIndex((one) => one.id === id)]
  const devices = column('device')
  const open = column('openS')
  const pings = column('pings')
  if (devices?.kind !== 'numbers' || open?.kind !== 'numbers' || pings?.kind !== 'numbers') return frame
  for (const id of ['since', 'downHour']) {
    const instants = column(id)
    if (instants?.kind === 'numbers') inHours(instants, devices.values, footscans, at)
  }
  const codes = Int32Array.from(devices.values, (device) => at.get(device) ?? -1)
  const expected = new Int32Array(frame.rows)
  const valid = new Uint8Array(Math.ceil(frame.rows / 8))
  for (let row = 0; row < frame.rows; row += 1) {
    const footscan = footscans[codes[row]!]
    const known = pings.valid === undefined || (pings.valid[row >> 3]! >> (row & 7)) & 1
    if (footscan === undefined || !known) continue
    expected[row] = Math.round(open.values[row]! / footscan.reportS)
    valid[row >> 3]! |= 1 << (row & 7)
  }
  return {
    columns: [
      ...frame.columns,
      { id: 'expectedPings', type: 'int', role: 'measure', unit: 'count' },
      text('name'),
      text('mac'),
    ],
    data: [
      ...frame.data,
      { kind: 'numbers', values: expected, valid },
      // A guest may not know the name that the door of a shop was given.
      { kind: 'text', codes, dictionary: footscans.map(({ name, mac }) => (demo || name === '' ? mac : name)) },
      { kind: 'text', codes, dictionary: footscans.map(({ mac }) => mac) },
    ],
    rows: frame.rows,
  }
}
