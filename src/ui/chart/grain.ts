/** The pixels of a canvas. An edge between two of them is grey, so edges are put on them. */
export interface Grain {
  /** Pixels of the canvas per pixel of the page. */
  readonly ratio: number
  /** The thinnest rule that is even everywhere: what the browser makes of `1px`. */
  readonly hair: number
  /** The nearest edge of a pixel. */
  readonly snap: (at: number) => number
}

export const grainOf = (ratio: number): Grain => ({
  ratio,
  hair: Math.max(1, Math.floor(ratio)) / ratio,
  snap: (at) => Math.round(at * ratio) / ratio,
})
