/**
 * Small computed pictures: a function gives the colour of each pixel, and the PNG (truecolour with alpha) is encoded
 * here.
 */
import { crc32, deflateSync } from 'node:zlib'

/** Red, green, blue and alpha, 0 to 255. */
export type Pixel = readonly [number, number, number, number]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Points per pixel and axis that are asked: edges become smooth. */
const SAMPLES = 3

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}

/** Mean of some points of a pixel; a transparent point lends no colour. */
function blend(points: readonly Pixel[]): Pixel {
  const [only] = points
  if (only !== undefined && points.length === 1) return only
  const alpha = points.reduce((sum, point) => sum + point[3], 0)
  if (alpha === 0) return [0, 0, 0, 0]
  const mean = (at: 0 | 1 | 2) => Math.round(points.reduce((sum, point) => sum + point[at] * point[3], 0) / alpha)
  return [mean(0), mean(1), mean(2), Math.round(alpha / points.length)]
}

/** @param colour asked with 0..width and 0..height, between the pixels too */
export function drawPng(
  width: number,
  height: number,
  colour: (x: number, y: number) => Pixel,
  samples = SAMPLES,
): Buffer {
  const rows = Buffer.alloc((width * 4 + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const points: Pixel[] = []
      for (let i = 0; i < samples; i++)
        for (let j = 0; j < samples; j++) points.push(colour(x + (i + 0.5) / samples, y + (j + 0.5) / samples))
      const at = y * (width * 4 + 1) + 1 + x * 4
      const pixel = blend(points)
      for (let part = 0; part < 4; part++) rows[at + part] = pixel[part] ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
