/** The shades as drawn: their colours, and whether light or dark words have more contrast on each. */
import type { ChartTheme } from '#ui/chart/theme.ts'

export interface Shade {
  readonly fill: string
  readonly text: string
}

let pixel: CanvasRenderingContext2D | null = null
const known = new Map<string, number>()

/** Relative luminance of any CSS colour, read from a pixel: brands may write theirs in any way. */
function luminanceOf(colour: string): number {
  let found = known.get(colour)
  if (found === undefined) {
    pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
      willReadFrequently: true,
    })
    if (pixel === null) return 0
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = colour
    pixel.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = Array.from(pixel.getImageData(0, 0, 1, 1).data, (part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    known.set(colour, (found = 0.2126 * r + 0.7152 * g + 0.0722 * b))
  }
  return found
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** Whether light or dark words have more contrast on a colour. */
export function wordsOn(theme: ChartTheme): (fill: string) => string {
  const [dark, light] = [luminanceOf(theme.text), luminanceOf(theme.background)]
  return (fill) =>
    contrast(luminanceOf(fill), dark) >= contrast(luminanceOf(fill), light) ? theme.text : theme.background
}

export function readShades(theme: ChartTheme): Shade[] {
  const on = wordsOn(theme)
  return theme.tones.map((fill) => ({ fill, text: on(fill) }))
}
