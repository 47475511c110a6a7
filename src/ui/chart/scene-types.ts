/** What the painter paints: few kinds of shapes, each with one look, in pixels of the page. */
/** Four numbers a box: left edge, width, and the heights of its foot and its tip. */
export type Boxes = Float64Array

/** A colour, or stripes of one on another. */
export type Fill = string | { readonly stripes: string; readonly on: string }
interface Stroke {
  readonly colour: string
  readonly width: number
  readonly dash?: readonly number[]
}

export type Shape =
  /** Rectangles with their corners rounded at the tip; a stroke runs inside of them and leaves the foot open. */
  | { readonly kind: 'boxes'; readonly boxes: Boxes; readonly radius: number }
  /** Lines through points, x and y by turns; `ends` counts the points up to the end of each. */
  | { readonly kind: 'lines'; readonly points: Float64Array; readonly ends: Uint32Array }
  | { readonly kind: 'dots'; readonly points: Float64Array; readonly radius: number }

/** Painted as one path. */
export interface Mark {
  readonly shape: Shape
  readonly fill?: Fill
  readonly stroke?: Stroke
  /** 0 to 1, of fill and stroke. Default 1. */
  readonly alpha?: number
}

export interface Word {
  readonly text: string
  readonly x: number
  /** The line it stands on. */ readonly y: number
  readonly align: 'left' | 'center' | 'right'
  /** Default: the colour of the scene's words. */ readonly colour?: string
}

export interface Scene {
  readonly width: number
  readonly height: number
  /** Pixels of the canvas per pixel of the page, for which edges were put on pixels. */
  readonly ratio: number
  readonly font: string
  readonly marks: readonly Mark[]
  /** In one colour, over the marks. */
  readonly words: readonly Word[]
  readonly wordColour: string
}
