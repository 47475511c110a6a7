/**
 * The same thing has the same colour on every widget. Tones are places in the palette of `#ui`; where parts of one
 * whole follow an order (short to long stays), some places are given shades of one hue instead.
 */
import type { CSSProperties } from 'react'

export const OTHERS_TONE = -1

const METRIC_TONES: Readonly<Record<string, number>> = {
  total: OTHERS_TONE,
  ins: 0,
  visits: 4,
  tickets: 2,
  // How full a place is: from too little to too much.
  underuseTime: 4,
  correctTime: 0,
  heavyTime: 2,
  overloadTime: 5,
  captureRate: 1,
  bounceRate: 5,
  conversionRate: 2,
  conversionOnEntries: 2,
  repetitionRate: 2,
}

export const toneOfMetric = (id: string): number => METRIC_TONES[id] ?? OTHERS_TONE

/** A palette with some places replaced: `tones` for what is drawn on a canvas, `style` for the elements around it. */
export interface Palette {
  readonly tones: readonly string[]
  readonly style: CSSProperties
}

const PLACES = [0, 1, 2, 3, 4, 5, 6]
const shade = (hue: string, percent: number) => `color-mix(in oklab, ${hue} ${percent}%, var(--raised))`

/** Own shades may refer only to places that keep their colour, or a shade would be mixed twice. */
function paletteOf(own: Readonly<Record<number, string>>, periodHue?: string): Palette {
  return {
    tones: PLACES.map((place) => own[place] ?? `var(--tone-${place})`),
    style: {
      ...Object.fromEntries(Object.entries(own).map(([place, colour]) => [`--tone-${place}`, colour])),
      // The mark of a period is of the hue of its chart; where a chart has several, it has none.
      ...(periodHue && { '--period-hue': periodHue }),
    } as CSSProperties,
  }
}

/** Lengths of stay are parts of the entries, so they are shades of the entries' hue: the longer the stronger. */
export const STAY_TONES = [3, 4, 5, 6] as const
export const STAY_PALETTE = paletteOf({
  3: shade('var(--tone-0)', 26),
  4: shade('var(--tone-0)', 50),
  5: shade('var(--tone-0)', 76),
  6: 'color-mix(in oklab, var(--tone-0) 80%, var(--text))',
})

/** Violet was here before: strong in this local, pale elsewhere in the brand. Teal is new. */
export const REPETITION_TONES = { repeating: 6, newAtLocal: 5, newAtBrand: 4 } as const
export const REPETITION_PALETTE = paletteOf({ 5: shade('var(--tone-6)', 42) }, 'var(--muted)')

/** Time since the last visit: the more recent the stronger the violet; teal is new. */
export const RECENCY_TONES = { ranges: [6, 5, 3, 1], isNew: 4, others: OTHERS_TONE } as const
export const RECENCY_PALETTE = paletteOf(
  { 5: shade('var(--tone-6)', 72), 3: shade('var(--tone-6)', 48), 1: shade('var(--tone-6)', 28) },
  'var(--muted)',
)

/**
 * Red down, green up, grey closed, as the dots are. What is up steps back a little, so that what is down is seen first.
 */
export const STATUS_TONES = { UP: 4, DOWN: 5, CLOSED: 6 } as const
export const STATUS_PALETTE = paletteOf({
  4: shade('var(--status-up)', 76),
  5: 'var(--status-down)',
  6: 'var(--status-closed)',
})
