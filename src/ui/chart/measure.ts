/** Widths of texts on a canvas: in any font, and those in the chart's own, which are kept. */
import type { Measure } from './plot.ts'

let context: CanvasRenderingContext2D | null = null
let contextFont = ''

/** Of a font as CSS writes it, pixels. */
export const fontSizeOf = (font: string): number => Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? 12)

/** Pixels of a text in a font as CSS writes it; half its height a letter where there is no page, as in a test. */
export function textWidth(text: string, font: string): number {
  if (typeof document !== 'undefined') context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return (text.length * fontSizeOf(font)) / 2
  // A context says its font in words of its own.
  if (contextFont !== font) context.font = contextFont = font
  return context.measureText(text).width
}

const widths = new Map<string, number>()
const MAX = 5000
let measuredAt = -1

/** `version` changes when a font has arrived: then everything is measured again. */
export function measurer(version: number): Measure {
  if (version !== measuredAt) {
    widths.clear()
    measuredAt = version
  }
  return (text) => {
    let width = widths.get(text)
    if (width === undefined) {
      if (widths.size > MAX) widths.clear()
      width = textWidth(text, `420 ${0.75 * rootSize()}px ${families()}`)
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
