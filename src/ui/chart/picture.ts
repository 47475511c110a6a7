/**
 * A picture of a chart: title, names of the series, then the drawing, on the theme's background, twice as fine as the
 * screen.
 */
import { type ChartTheme, toneOf } from './theme.ts'

export const PICTURE_SCALE = 2
const PAD = 16

export interface PictureKey {
  readonly name: string
  readonly tone: number
  readonly mark: 'bar' | 'line' | 'area' | 'slice'
  readonly period?: 'comparing' | 'reference'
}

export interface PictureInput {
  title?: string
  keys: readonly PictureKey[]
  axisNames?: readonly string[]
  width: number
  height: number
  theme: ChartTheme
  /** Draws into the context, moved to where the chart begins, in CSS pixels. */
  draw: (context: CanvasRenderingContext2D) => unknown
}

export async function pictureOf({
  title,
  keys,
  axisNames = [],
  width,
  height,
  theme,
  draw,
}: PictureInput): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('pictureOf: no 2d context for a canvas')
  const small = `400 ${theme.fontSize}px ${theme.font}`
  context.font = small
  const rows = wrap(keys, width, (text) => context.measureText(text).width)
  const head = (title === undefined ? 0 : 30) + rows.length * 20 + (axisNames.length > 0 ? 20 : 0)
  canvas.width = Math.round((width + 2 * PAD) * PICTURE_SCALE)
  canvas.height = Math.round((height + head + 2 * PAD) * PICTURE_SCALE)
  context.scale(PICTURE_SCALE, PICTURE_SCALE)
  context.fillStyle = theme.background
  context.fillRect(0, 0, width + 2 * PAD, height + head + 2 * PAD)
  context.translate(PAD, PAD)
  context.textBaseline = 'middle'
  let y = 0
  if (title !== undefined) {
    context.font = `600 ${theme.fontSize * 1.25}px ${theme.font}`
    context.fillStyle = theme.text
    context.fillText(title, 0, 10)
    y += 30
  }
  context.font = small
  for (const row of rows) {
    for (const { key, x } of row) {
      context.fillStyle = context.strokeStyle = toneOf(
        theme,
        key.tone,
        key.period,
        key.mark === 'line' || key.mark === 'area' ? 'line' : 'bar',
      )
      if (key.mark === 'line' || key.mark === 'area') {
        context.lineWidth = 2
        context.setLineDash(key.period === 'reference' ? [4, 3] : [])
        context.beginPath()
        context.moveTo(x, y + 8)
        context.lineTo(x + 12, y + 8)
        context.stroke()
      } else context.fillRect(x + 1, y + 3.5, 9, 9)
      context.fillStyle = theme.muted
      context.fillText(key.name, x + 17, y + 8)
    }
    y += 20
  }
  context.setLineDash([])
  if (axisNames.length > 0) {
    context.fillStyle = theme.muted
    context.fillText(axisNames[0] ?? '', 0, y + 8)
    context.textAlign = 'right'
    context.fillText(axisNames[1] ?? '', width, y + 8)
    context.textAlign = 'left'
    y += 20
  }
  context.translate(0, y)
  draw(context)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('pictureOf: the canvas gave no PNG')) : resolve(blob)),
      'image/png',
    ),
  )
}

function wrap(
  keys: readonly PictureKey[],
  width: number,
  measure: (text: string) => number,
): { key: PictureKey; x: number }[][] {
  const rows: { key: PictureKey; x: number }[][] = []
  let x = width
  for (const key of keys) {
    const room = measure(key.name) + 33
    if (x + room > width || rows.length === 0) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ key, x })
    x += room
  }
  return rows
}
