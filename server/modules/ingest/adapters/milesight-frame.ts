/**
 * Milesight's LoRaWAN frames of VS121, VS133, VS135 and VS350: channel, type, value, and so on; numbers are
 * little-endian.
 */

/** The content of one frame. Keys are lines or regions, from 1. */
export interface Frame {
  readonly totals: Map<number, { in?: number; out?: number; bits: 16 | 32 }>
  readonly periods: Map<number, { in: number; out: number }>
  readonly regions: Map<number, number>
  readonly dwell: Map<number, { averageS: number; longestS: number }>
  readonly history: {
    readonly at: number
    readonly in: number
    readonly out: number
    readonly totalIn?: number
    readonly totalOut?: number
  }[]
  /** VS121: people in view, and which regions are taken. */
  people?: number
  maxPeople?: number
  taken?: number[]
  battery?: number
  temperature?: number
  /** Epoch ms of the device. */
  at?: number
  firmware?: string
  /** The model by the channels in the frame. */
  model: '' | 'vs121' | 'vs13x' | 'vs350'
  /** Where reading stopped: the length of an unknown channel is unknown too. */
  stoppedAt?: number
}

type Read = (frame: Frame, view: DataView, at: number, channel: number) => void

const u16 = (view: DataView, at: number) => view.getUint16(at, true)
const u32 = (view: DataView, at: number) => view.getUint32(at, true)
const hex = (view: DataView, at: number, length: number) => Array.from({ length }, (_, i) => view.getUint8(at + i))

/** Lines 1 to 4 of VS133 and VS135 have three channels each: total in, total out, period. */
const lineOf = (channel: number) => Math.floor((channel - 3) / 3) + 1

function total(frame: Frame, line: number, side: 'in' | 'out', value: number, bits: 16 | 32) {
  frame.totals.set(line, { ...frame.totals.get(line), bits, [side]: value })
}

const counted: Read = (frame, view, at, channel) => {
  frame.model = 'vs13x'
  total(frame, lineOf(channel), (channel - 3) % 3 === 0 ? 'in' : 'out', u32(view, at), 32)
}
const period: Read = (frame, view, at, channel) => {
  if (channel > 5) frame.model = 'vs13x'
  frame.periods.set(lineOf(channel), { in: u16(view, at), out: u16(view, at + 2) })
}
const totalOfPassage: Read = (frame, view, at) => {
  frame.model = 'vs350'
  total(frame, 1, 'in', u16(view, at), 16)
  total(frame, 1, 'out', u16(view, at + 2), 16)
}
const regionsFrom =
  (first: number, length: number, model: Frame['model']): Read =>
  (frame, view, at) => {
    frame.model = model
    hex(view, at, length).forEach((people, i) => {
      frame.regions.set(first + i, people)
    })
  }
const temperature: Read = (frame, view, at) => {
  frame.model ||= 'vs350'
  frame.temperature = view.getInt16(at, true) / 10
}
const skip: Read = () => undefined

/** Channel and type as four hex digits: length in bytes and what to do. */
const CHANNELS: ReadonlyMap<string, readonly [number, Read]> = new Map<string, readonly [number, Read]>([
  ['FF01', [1, skip]],
  ['FF08', [6, skip]],
  ['FF09', [2, skip]],
  ['FF0B', [1, skip]],
  ['FF0F', [1, skip]],
  ['FF16', [8, skip]],
  ['FFFE', [1, skip]],
  ['FFFF', [2, skip]],
  [
    'FF0A',
    [
      2,
      (frame, view, at) => {
        frame.firmware = `${view.getUint8(at)}.${view.getUint8(at + 1).toString(16)}`
      },
    ],
  ],
  [
    'FF1F',
    [
      4,
      (frame, view, at) => {
        frame.firmware = hex(view, at, 4).join('.')
      },
    ],
  ],
  [
    '0175',
    [
      1,
      (frame, view, at) => {
        frame.battery = view.getUint8(at)
      },
    ],
  ],
  ['0367', [2, temperature]],
  ['8367', [3, temperature]],
  [
    '0AEF',
    [
      4,
      (frame, view, at) => {
        frame.at = u32(view, at) * 1000
      },
    ],
  ],
  [
    '04C9',
    [
      4,
      (frame, view, at) => {
        frame.model = 'vs121'
        frame.people = view.getUint8(at)
        // The mask is the one big-endian number: 00 A1 are regions 1, 6 and 8.
        const mask = view.getUint16(at + 2)
        frame.taken = Array.from({ length: Math.min(16, view.getUint8(at + 1)) }, (_, i) => (mask >> i) & 1)
      },
    ],
  ],
  [
    '06CD',
    [
      1,
      (frame, view, at) => {
        frame.model = 'vs121'
        frame.maxPeople = view.getUint8(at)
      },
    ],
  ],
  ['07D5', [8, regionsFrom(1, 8, 'vs121')]],
  ['08D5', [8, regionsFrom(9, 8, 'vs121')]],
  ['09DA', [8, skip]],
  ['0ADA', [8, skip]],
  ['0BDA', [8, skip]],
  ['0CDA', [8, skip]],
  ['04CC', [4, totalOfPassage]],
  ['84CC', [5, totalOfPassage]],
  ['05CC', [4, period]],
  ['08CC', [4, period]],
  ['0BCC', [4, period]],
  ['0ECC', [4, period]],
  [
    '85CC',
    [
      5,
      (frame, view, at) => {
        frame.model = 'vs350'
        frame.periods.set(1, { in: u16(view, at), out: u16(view, at + 2) })
      },
    ],
  ],
  ...[3, 4, 6, 7, 9, 10, 12, 13].map((channel) => [`0${channel.toString(16).toUpperCase()}D2`, [4, counted]] as const),
  ['0FE3', [4, regionsFrom(1, 4, 'vs13x')]],
  [
    '10E4',
    [
      5,
      (frame, view, at) => {
        frame.model = 'vs13x'
        frame.dwell.set(view.getUint8(at), { averageS: u16(view, at + 1), longestS: u16(view, at + 3) })
      },
    ],
  ],
])

const HISTORY = '20CE'
const SHORT_HISTORY = 9
const LONG_HISTORY = 13

/** Reads a frame as far as its channels are known. */
export function readFrame(bytes: Uint8Array): Frame {
  const frame: Frame = {
    totals: new Map(),
    periods: new Map(),
    regions: new Map(),
    dwell: new Map(),
    history: [],
    model: '',
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at < bytes.length) {
    const key = at + 2 <= bytes.length ? view.getUint16(at).toString(16).toUpperCase().padStart(4, '0') : ''
    const isHistory = key === HISTORY && at + 2 + SHORT_HISTORY <= bytes.length
    const [length, read] = isHistory
      ? [view.getUint8(at + 6) === 1 ? LONG_HISTORY : SHORT_HISTORY, history]
      : (CHANNELS.get(key) ?? [Infinity, skip])
    if (at + 2 + length > bytes.length) {
      frame.stoppedAt = at
      break
    }
    read(frame, view, at + 2, bytes[at]!)
    at += 2 + length
  }
  return frame
}

const history: Read = (frame, view, at) => {
  frame.model = 'vs350'
  const counts = { at: u32(view, at) * 1000, in: u16(view, at + 5), out: u16(view, at + 7) }
  frame.history.push(
    view.getUint8(at + 4) === 1 ? { ...counts, totalIn: u16(view, at + 9), totalOut: u16(view, at + 11) } : counts,
  )
}
