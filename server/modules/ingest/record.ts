/**
 * One accepted message as bytes: what arrived, whole, and who sent it. Each record begins with a mark, so that after
 * damage the next one is found again, and carries a checksum over everything behind it.
 */
import { crc32 } from 'node:zlib'

export interface JournalRecord {
  /** Server clock, epoch ms. */
  readonly receivedAt: number
  /** Client of the key that was used. */
  readonly client: number
  /** Footscan of the key, 0 = a key for all of the client. */
  readonly footscan: number
  /** Name of the adapter; '' = our own protocol, `=` = messages already read, as JSON. */
  readonly adapter: string
  readonly type: string
  readonly body: Buffer
}

const MARK = 0x5a4a_4641
/** Mark, length of the rest, checksum of length and rest. */
const HEAD = 12
const FIXED = 18
/** No message is larger than the body limit; a longer one is damage. */
const MAX = 64 * 1024 * 1024

export function encodeRecord({ receivedAt, client, footscan, adapter, type, body }: JournalRecord): Buffer {
  const names = `${adapter}\n${type.slice(0, 200)}`
  const namesLength = Buffer.byteLength(names)
  const length = FIXED + namesLength + body.length
  const bytes = Buffer.allocUnsafe(HEAD + length)
  bytes.writeUInt32LE(MARK, 0)
  bytes.writeUInt32LE(length, 4)
  bytes.writeDoubleLE(receivedAt, HEAD)
  bytes.writeUInt32LE(client, HEAD + 8)
  bytes.writeUInt32LE(footscan, HEAD + 12)
  bytes.writeUInt16LE(namesLength, HEAD + 16)
  bytes.write(names, HEAD + FIXED)
  bytes.set(body, HEAD + FIXED + namesLength)
  bytes.writeUInt32LE(checksum(bytes, 0, length), 8)
  return bytes
}

const checksum = (bytes: Buffer, at: number, length: number) =>
  crc32(bytes.subarray(at + HEAD, at + HEAD + length), crc32(bytes.subarray(at + 4, at + 8)))

/** Length in bytes of the whole record at a place; 0 = there is no whole one. */
export function lengthAt(bytes: Buffer, at: number): number {
  if (at + HEAD > bytes.length || bytes.readUInt32LE(at) !== MARK) return 0
  const length = bytes.readUInt32LE(at + 4)
  if (length < FIXED || length > MAX || at + HEAD + length > bytes.length) return 0
  return bytes.readUInt32LE(at + 8) === checksum(bytes, at, length) ? HEAD + length : 0
}

export function decodeRecord(bytes: Buffer, at: number, whole: number): JournalRecord {
  const namesLength = bytes.readUInt16LE(at + HEAD + 16)
  const [adapter = '', type = ''] = bytes
    .toString('utf8', at + HEAD + FIXED, at + HEAD + FIXED + namesLength)
    .split('\n')
  return {
    receivedAt: bytes.readDoubleLE(at + HEAD),
    client: bytes.readUInt32LE(at + HEAD + 8),
    footscan: bytes.readUInt32LE(at + HEAD + 12),
    adapter,
    type,
    body: bytes.subarray(at + HEAD + FIXED + namesLength, at + whole),
  }
}

const MARK_BYTES = Buffer.alloc(4)
MARK_BYTES.writeUInt32LE(MARK)

/** Place of the next whole record from a place on; -1 = there is none. */
export function nextRecord(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARK_BYTES, from); at >= 0; at = bytes.indexOf(MARK_BYTES, at + 1))
    if (lengthAt(bytes, at) > 0) return at
  return -1
}
