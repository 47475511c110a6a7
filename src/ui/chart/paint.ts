/** Paints a scene: one path per look, nothing remembered. The only file that knows how a canvas draws. */

import type { Boxes, Fill, Scene, Shape } from './scene-types.ts'

/** Into a context whose unit is a pixel of the page. Leaves the context as it was. */
export function paintScene(context: CanvasRenderingContext2D, { marks, words, wordColour, font, ratio }: Scene): void {
  context.save()
  context.lineJoin = 'round'
  for (const { shape, fill, stroke, alpha = 1 } of marks) {
    context.globalAlpha = alpha
    context.beginPath()
    trace(context, shape, stroke?.width ?? 0)
    if (fill !== undefined) {
      context.fillStyle = styleOf(context, fill, ratio)
      context.fill()
    }
    if (stroke === undefined) continue
    context.strokeStyle = stroke.colour
    context.lineWidth = stroke.width
    context.lineCap = shape.kind === 'lines' ? 'round' : 'butt'
    context.setLineDash((stroke.dash ?? []) as number[])
    context.stroke()
  }
  context.globalAlpha = 1
  context.font = font
  context.textBaseline = 'alphabetic'
  for (const { text, x, y, align, colour = wordColour } of words) {
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(text, x, y)
  }
  context.restore()
}

function trace(context: CanvasRenderingContext2D, shape: Shape, stroke: number): void {
  if (shape.kind === 'boxes') traceBoxes(context, shape.boxes, shape.radius, stroke / 2)
  else if (shape.kind === 'lines') traceLines(context, shape.points, shape.ends)
  else traceDots(context, shape.points, shape.radius)
}

function traceBoxes(context: CanvasRenderingContext2D, boxes: Boxes, radius: number, inset: number): void {
  for (let at = 0; at < boxes.length; at += 4) {
    const [x = 0, width = 0, foot = 0, tip = 0] = boxes.subarray(at, at + 4)
    const tall = Math.abs(foot - tip)
    if (inset === 0 && (radius === 0 || tall < 1)) {
      context.rect(x, Math.min(foot, tip), width, tall)
      continue
    }
    const down = tip < foot ? 1 : -1
    const [left, right, top] = [x + inset, x + width - inset, tip + down * Math.min(inset, tall)]
    const corner = Math.min(radius, width / 2, Math.abs(foot - top))
    context.moveTo(left, foot)
    context.lineTo(left, top + down * corner)
    context.quadraticCurveTo(left, top, left + corner, top)
    context.lineTo(right - corner, top)
    context.quadraticCurveTo(right, top, right, top + down * corner)
    context.lineTo(right, foot)
  }
}

function traceLines(context: CanvasRenderingContext2D, points: Float64Array, ends: Uint32Array): void {
  let at = 0
  for (const end of ends) {
    context.moveTo(points[2 * at] ?? 0, points[2 * at + 1] ?? 0)
    for (at++; at < end; at++) context.lineTo(points[2 * at] ?? 0, points[2 * at + 1] ?? 0)
  }
}

function traceDots(context: CanvasRenderingContext2D, points: Float64Array, radius: number): void {
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = points.subarray(at, at + 2)
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
}

/** Pixels of the page from one stripe to the next, and of a stripe. */
const PERIOD = 6
const STRIPE = 1.6
const tiles = new Map<string, HTMLCanvasElement>()

/**
 * What `fillStyle` takes. Stripes are drawn on the canvas's own pixels, so they stay sharp; `ratio` as in the scene.
 */
export function styleOf(context: CanvasRenderingContext2D, fill: Fill, ratio: number): string | CanvasPattern {
  if (typeof fill === 'string') return fill
  const size = Math.max(1, Math.round(PERIOD * ratio))
  const key = `${fill.stripes} ${fill.on} ${size}`
  const tile = tiles.get(key) ?? tileOf(fill.stripes, fill.on, size)
  tiles.set(key, tile)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio))
  return pattern ?? fill.stripes
}

/** One period of diagonal stripes that joins without seams. */
function tileOf(stripes: string, on: string, size: number): HTMLCanvasElement {
  const tile = document.createElement('canvas')
  tile.width = tile.height = size
  const context = tile.getContext('2d')
  if (context === null) return tile
  context.scale(size / PERIOD, size / PERIOD)
  context.fillStyle = on
  context.fillRect(0, 0, PERIOD, PERIOD)
  context.strokeStyle = stripes
  context.lineWidth = STRIPE
  context.lineCap = 'square'
  context.beginPath()
  for (const shift of [-PERIOD, 0, PERIOD]) {
    context.moveTo(shift - 1, PERIOD + 1)
    context.lineTo(shift + PERIOD + 1, -1)
  }
  context.stroke()
  return tile
}
