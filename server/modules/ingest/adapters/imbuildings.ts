/** IMBuildings people counter over LoRaWAN or NB-IoT: totals of the two directions, big-endian. */
import type { Adapter } from '../reading.ts'
import { hexOf, readUplinks } from './lora.ts'

const COUNTER_TYPE = 0x02
const WITH_TOTALS = 0x06
const WITH_TOTALS_BYTES = 23

/**
 * The content of a frame `02 06`. A and B are directions; here A is in, and the footscan's `reversed` says when it is
 * not.
 */
export interface ImFrame {
  /** EUI-64. */
  readonly device: string
  readonly volt: number
  readonly periodA: number
  readonly periodB: number
  readonly totalA: number
  readonly totalB: number
  readonly number: number
}

/** Null for any other frame. */
export function readImFrame(bytes: Uint8Array): ImFrame | null {
  if (bytes[0] !== COUNTER_TYPE || bytes[1] !== WITH_TOTALS || bytes.length !== WITH_TOTALS_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    device: hexOf(bytes.subarray(2, 10)),
    volt: view.getUint16(11) / 100,
    periodA: view.getUint16(13),
    periodB: view.getUint16(15),
    totalA: view.getUint16(18),
    totalB: view.getUint16(20),
    number: bytes[22]!,
  }
}

export const imbuildings: Adapter = {
  name: 'imbuildings',
  label: 'IMBuildings People Counter',
  takes: 'json',
  types: ['application/json'],

  parse: (body, context) =>
    readUplinks(
      body,
      context,
      (draft, { bytes, at, counter }) => {
        const frame = readImFrame(bytes)
        if (frame === null) {
          draft.miss('COUNT_UNREADABLE', { data: hexOf(bytes) }, `a frame 02 06 of ${WITH_TOTALS_BYTES} bytes`)
          return
        }
        // The payload number has one byte; the network's counter is better where there is one.
        draft.sequence = counter ?? frame.number
        draft.add({ kind: 'counter', line: '', at, totalIn: frame.totalA, totalOut: frame.totalB, bits: 16 })
      },
      (bytes) => readImFrame(bytes)?.device ?? null,
    ),
}
