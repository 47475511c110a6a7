/**
 * The image type of some bytes, read from the bytes themselves and never from a name or a header. Only raster formats
 * that cannot hold script; the whole structure must be that of the format, so that a file that is two things at once is
 * refused.
 */
import { crc32 } from 'node:zlib'
import type { BrandImage } from '#schemas/generated/entities/brand-image.ts'
import { AppError } from '../../lib/errors.ts'

export const IMAGE_MAX_BYTES = 512 * 1024
/** On each side. A decoded image takes four bytes a pixel. */
const MAX_PIXELS = 4096

export type ImageFacts = Pick<BrandImage, 'type' | 'width' | 'height'>

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Throws IMAGE_INVALID unless these are the bytes of one whole PNG, JPEG or WebP image of a sensible size. */
export function readImage(bytes: Buffer): ImageFacts {
  const facts = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  if (facts === null) throw new AppError('IMAGE_INVALID', 'This is not a whole PNG, JPEG or WebP image.')
  const { width, height } = facts
  if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS) {
    throw new AppError(
      'IMAGE_INVALID',
      `The image is ${width} x ${height} pixels; expected 1 to ${MAX_PIXELS} on each side.`,
      { width, height, most: MAX_PIXELS },
    )
  }
  return facts
}

/** Chunks one after the other, each with its checksum, from IHDR to IEND and nothing behind. */
function readPng(bytes: Buffer): ImageFacts | null {
  if (!bytes.subarray(0, 8).equals(PNG)) return null
  let size: { width: number; height: number } | null = null
  let data = false
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if ((size === null) !== (type === 'IHDR')) return null
    if (type === 'IHDR') {
      if (length !== 13) return null
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === 'IDAT') data = true
    if (type === 'IEND')
      return data && size !== null && length === 0 && end === bytes.length ? { type: 'image/png', ...size } : null
    at = end
  }
  return null
}

/** Frame headers; 0xC4, 0xC8 and 0xCC are other things with numbers among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Segments up to the picture data, which must end the file. */
function readJpeg(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return null
  let size: { width: number; height: number } | null = null
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes.readUInt16BE(at) - 0xff00
    const length = bytes.readUInt16BE(at + 2)
    if (marker < 0xc0 || marker > 0xfe || length < 2 || at + 2 + length > bytes.length) return null
    if (isFrame(marker)) {
      if (length < 8) return null
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker === 0xda) return size === null ? null : { type: 'image/jpeg', ...size }
    at += 2 + length
  }
  return null
}

/** A RIFF container exactly as long as it says; its first chunk says which of three kinds it is. */
function readWebp(bytes: Buffer): ImageFacts | null {
  if (
    bytes.length < 30 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP' ||
    bytes.readUInt32LE(4) !== bytes.length - 8
  )
    return null
  const kind = bytes.toString('latin1', 12, 16)
  const type = 'image/webp'
  if (kind === 'VP8 ')
    return bytes.readUIntBE(23, 3) === 0x9d012a
      ? { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
      : null
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return bytes[20] === 0x2f ? { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null
  }
  return kind === 'VP8X' ? { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 } : null
}
