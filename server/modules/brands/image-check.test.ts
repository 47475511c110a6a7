import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawPng } from '../../demo/png.ts'
import { readImage } from './image-check.ts'

const png = drawPng(7, 5, (x) => [x * 30, 0, 0, 255])
/** Frame header of 300 x 200 between a JFIF segment and one byte of picture. */
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b0800c8012c01011100ffda0008010100003f0000ffd9',
  'hex',
)
const riff = (chunk: Buffer) => {
  const bytes = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), chunk])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}
const vp8 = riff(
  Buffer.concat([Buffer.from('VP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a', 'latin1'), Buffer.from([64, 0, 48, 0])]),
)
const vp8l = riff(
  Buffer.concat([Buffer.from('VP8L\x0a\0\0\0\x2f', 'latin1'), Buffer.from([0x3f, 0xc0, 0x0b, 0, 0, 0, 0, 0, 0])]),
)
const vp8x = riff(Buffer.concat([Buffer.from('VP8X\x0a\0\0\0\0\0\0\0', 'latin1'), Buffer.from([99, 0, 0, 49, 0, 0])]))

const refused = (bytes: Buffer) =>
  expect(() => readImage(bytes)).toThrow(expect.objectContaining({ code: 'IMAGE_INVALID', status: 400 }))

describe('it is no image', () => {
  test('when it is text, markup, script or nothing', () => {
    for (const text of [
      '',
      'x',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'GIF89a',
      '<html>',
      '%PDF-1.7',
      'RIFFxxxxWEBP',
    ])
      refused(Buffer.from(text, 'latin1'))
  })

  test('when something is before or behind it', () => {
    for (const bytes of [png, vp8, vp8l, vp8x]) {
      refused(Buffer.concat([bytes, Buffer.from('<script>')]))
      refused(Buffer.concat([Buffer.from('<!--'), bytes]))
      refused(bytes.subarray(0, -1))
    }
    refused(Buffer.concat([jpeg, Buffer.from('<script>')]))
    refused(jpeg.subarray(0, -1))
  })

  test('when it was cut, wherever', () => {
    for (const bytes of [png, jpeg, vp8, vp8l, vp8x])
      for (let length = 0; length < bytes.length; length += 1) refused(bytes.subarray(0, length))
  })

  test('when any bit of a PNG was changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: png.length * 8 - 1 }), (bit) => {
        const bytes = Buffer.from(png)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        refused(bytes)
      }),
      { numRuns: 400 },
    )
  })

  test('when it is larger than a screen could show, or has no size', () => {
    const sized = (width: number, height: number) => {
      const bytes = Buffer.from(png)
      bytes.writeUInt32BE(width, 16)
      bytes.writeUInt32BE(height, 20)
      bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
      return bytes
    }
    expect(readImage(sized(4096, 4096))).toEqual({ type: 'image/png', width: 4096, height: 4096 })
    expect(() => readImage(sized(4097, 10))).toThrow('The image is 4097 x 10 pixels; expected 1 to 4096 on each side.')
    refused(sized(0, 10))
    refused(sized(0xff_ff_ff_ff, 1))
  })

  test('and for any input the answer is an image or that error', () => {
    const heads = [png, jpeg, vp8, vp8l, vp8x]
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.nat(60), fc.uint8Array({ maxLength: 60 }), (head, keep, tail) => {
        try {
          expect(readImage(Buffer.concat([head.subarray(0, keep), tail])).width).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: 'IMAGE_INVALID' })
        }
      }),
    )
  })
})

test('the format and the size are read from the bytes', () => {
  expect(readImage(png)).toEqual({ type: 'image/png', width: 7, height: 5 })
  expect(readImage(jpeg)).toEqual({ type: 'image/jpeg', width: 300, height: 200 })
  expect(readImage(vp8)).toEqual({ type: 'image/webp', width: 64, height: 48 })
  expect(readImage(vp8l)).toEqual({ type: 'image/webp', width: 64, height: 48 })
  expect(readImage(vp8x)).toEqual({ type: 'image/webp', width: 100, height: 50 })
})
