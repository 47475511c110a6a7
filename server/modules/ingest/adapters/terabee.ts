/** Terabee People Counting L and XL over LoRaWAN: totals that only grow, big-endian, and the device's own alerts. */
import type { HealthFlag } from '../../../facts/health-flags.ts'
import type { Adapter } from '../reading.ts'
import { hexOf, readUplinks } from './lora.ts'

const COUNTS_PORT = 1
const COMMAND_PORT = 2
const SETTINGS_PORT = 100
const COUNTS_BYTES = 9
const COUNTS_COMMAND = 2

/** Bits of the last byte. Bit 3, the access point of the device being on, is no ailment. */
const FLAGS: readonly (readonly [number, HealthFlag])[] = [
  [0, 'stopped'],
  [1, 'stuck'],
  [2, 'otherDeviceIssue'],
]

export const terabee: Adapter = {
  name: 'terabee',
  label: 'Terabee People Counting',
  takes: 'json',
  types: ['application/json'],

  parse: (body, context) =>
    readUplinks(body, context, (draft, { bytes, port, at }) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const isAnswer = port === COMMAND_PORT && bytes.length === COUNTS_BYTES && bytes[0] === COUNTS_COMMAND
      if ((port === COUNTS_PORT || port === null) && bytes.length === COUNTS_BYTES) {
        draft.add({ kind: 'counter', line: '', at, totalIn: view.getUint32(0), totalOut: view.getUint32(4), bits: 32 })
        draft.add({
          kind: 'heartbeat',
          at,
          flags: FLAGS.filter(([bit]) => (bytes[8]! >> bit) & 1).map(([, flag]) => flag),
        })
      } else if (isAnswer) {
        draft.add({ kind: 'counter', line: '', at, totalIn: view.getUint32(1), totalOut: view.getUint32(5), bits: 32 })
      } else if (port === COMMAND_PORT || port === SETTINGS_PORT) {
        draft.add({ kind: 'heartbeat', at, flags: [] })
      } else {
        draft.miss(
          'COUNT_UNREADABLE',
          { fPort: port, data: hexOf(bytes) },
          `fPort ${COUNTS_PORT} with ${COUNTS_BYTES} bytes: count in, count out, flags`,
        )
      }
    }),
}
