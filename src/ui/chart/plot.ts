/** Where the parts of a chart stand. */
import type { Scale } from './scale.ts'

export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface AxisLayout {
  readonly scale: Scale
  readonly write: (value: number) => string
  readonly unit: string
}

export interface Layout {
  readonly width: number
  readonly height: number
  readonly plot: Plot
  readonly axes: readonly AxisLayout[]
  /** Bars own a band each; lines alone run from edge to edge. */
  readonly banded: boolean
  /** Pixels from one category to the next. */
  readonly pitch: number
  /** The categories named under the plot. */
  readonly labels: readonly AxisLabel[]
  /** The line under them: holidays and closed days. */
  readonly notes: readonly AxisNote[]
  /** Series named at the end of their line; empty = use a legend. */
  readonly endLabels: ReadonlySet<string>
}

/** Width of a text in pixels, in the font of the chart. */
export type Measure = (text: string) => number

export interface AxisLabel {
  readonly index: number
  /** Pixels of the middle of the text. */
  readonly x: number
  /** It would run over an edge under its category. */
  readonly isMoved: boolean
}

export interface AxisNote {
  readonly index: number
  /** Pixels of the middle of the category. */
  readonly x: number
  /** Cut to the room there is; null = a mark. */
  readonly text: string | null
}
