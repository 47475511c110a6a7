/** Widths of texts in the chart's font, kept: the same labels come again and again. */
import type { Measure } from './plot.ts'

const widths = new Map<string, number>()
const MAX = 5000
let context: CanvasRenderingContext2D | null = null
let measuredAt = -1

/** `version` changes when a font has arrived: then everything is measured again. */
export function measurer(version: number): Measure {
  if (version !== measuredAt) {
    widths.clear()
    measuredAt = version
  }
  context ??= document.createElement('canvas').getContext('2d')
  return (text) => {
    let width = widths.get(text)
    if (width === undefined) {
      if (widths.size > MAX) widths.clear()
      if (context !== null) context.font = `420 ${0.75 * rootSize()}px ${families()}`
      width = context?.measureText(text).width ?? text.length * 7
      widths.set(text, width)
    }
    return width
  }
}

let family = ''
/** The page's own font families, read once. */
export function families(): string {
  family ||= getComputedStyle(document.documentElement).fontFamily
  return family
}

/**
 * Call it when a file of the page's font has arrived. The library keeps widths by the words of a font, for good: one
 * more space before them is the same font, measured anew.
 */
export function renewFont(): void {
  family = ` ${families()}`
}

let root = 0
/** Pixels of one rem, read once. */
export function rootSize(): number {
  if (root === 0) root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return root
}
