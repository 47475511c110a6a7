/**
 * An Arrow IPC stream part by part: written one batch at a time without holding the table, and counted while it
 * arrives. A message is `ffffffff`, the length of its head, the head (a flatbuffer `Message`) and its body.
 */
import { encodeArrow } from './frame-arrow.ts'
import type { Frame } from './frame.ts'

const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)
const RECORD_BATCH = 3

/**
 * Lengths of the message that begins at `at`; null while its head has not arrived, `head` 0 at the end of the stream.
 */
function messageAt(bytes: Uint8Array, at: number): { head: number; body: number; type: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (at + 8 > bytes.length) return null
  const head = view.getInt32(at + 4, true)
  if (head === 0) return { head: 0, body: 0, type: 0 }
  if (at + 8 + head > bytes.length) return null
  const root = at + 8 + view.getUint32(at + 8, true)
  // Where the fields of the flatbuffer's root table are: its type is the second, the length of the body the fourth.
  const places = root - view.getInt32(root, true)
  const field = (place: number) => (view.getUint16(places, true) > place ? view.getUint16(places + place, true) : 0)
  const [type, body] = [field(6), field(10)]
  return {
    head,
    type: type === 0 ? 0 : view.getUint8(root + type),
    body: body === 0 ? 0 : Number(view.getBigInt64(root + body, true)),
  }
}

/** Writes frames of the same columns as one stream. The text columns must have the same dictionary in every frame. */
export async function* arrowParts(frames: AsyncIterable<Frame>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const frame of frames) {
    const bytes = encodeArrow(frame, { fixed: true })
    // Each part is a whole stream: later ones are written without their schema, and the end is written once.
    const schema = isFirst ? 0 : 8 + (messageAt(bytes, 0)?.head ?? 0)
    yield bytes.subarray(schema, bytes.length - END.length)
    isFirst = false
  }
  yield END
}

/** Counts the batches of a stream whose bytes arrive in pieces; keeps no more than the head of one message. */
export function batchCounter(): (piece: Uint8Array) => number {
  let rest = new Uint8Array(0)
  /** Bytes of a body still to come. */
  let body = 0
  let batches = 0
  return (piece) => {
    const skip = Math.min(body, piece.length)
    body -= skip
    const bytes = new Uint8Array(rest.length + piece.length - skip)
    bytes.set(rest)
    bytes.set(piece.subarray(skip), rest.length)
    let at = 0
    for (;;) {
      const message = messageAt(bytes, at)
      if (message === null || message.head === 0) break
      if (message.type === RECORD_BATCH) batches += 1
      at += 8 + message.head + message.body
      if (at > bytes.length) {
        body = at - bytes.length
        at = bytes.length
        break
      }
    }
    rest = bytes.slice(at)
    return batches
  }
}
