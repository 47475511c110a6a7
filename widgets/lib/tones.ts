/**
 * The same thing has the same colour on every widget. Tones are places in the palette of `#ui`; where parts of one whole follow
 * an order (short to long stays), they are a ramp of one hue instead, handed to the chart as its own tones.
 */
export const OTHERS_TONE = -1

const METRIC_TONES: Readonly<Record<string, number>> = {
  total: OTHERS_TONE, ins: 0, visits: 4, tickets: 2,
  captureRate: 1, bounceRate: 5, conversionRate: 2, conversionOnEntries: 2, repetitionRate: 3,
}

export const toneOfMetric = (id: string): number => METRIC_TONES[id] ?? OTHERS_TONE

/** Tones 3 to 6 of a chart of stays are the ramp below: entries by length of stay are parts of `ins`, so they are its hue. */
export const STAY_TONES = [3, 4, 5, 6] as const
const ramp = (hue: string, percent: number) => (percent === 100 ? hue : `color-mix(in oklab, ${hue} ${percent}%, var(--raised))`)
const OWN_HUES = ['var(--tone-0)', 'var(--tone-1)', 'var(--tone-2)'] as const

export const STAY_RAMP: readonly string[] = [
  ...OWN_HUES, ramp('var(--tone-0)', 30), ramp('var(--tone-0)', 54), ramp('var(--tone-0)', 78), 'color-mix(in oklab, var(--tone-0) 82%, var(--text))',
]

/** Repetition: violet is "was here before", the more recent the stronger; teal is new. */
export const REPETITION_TONES = { repeating: 6, newAtLocal: 5, newAtBrand: 4, others: OTHERS_TONE } as const
export const REPETITION_RAMP: readonly string[] = [
  ...OWN_HUES, 'var(--tone-3)', 'var(--tone-4)', ramp('var(--tone-6)', 42), 'var(--tone-6)',
]

/** Time since the last visit: tones 3 to 6 from the most recent to the oldest range; new is tone 1 of this set, teal. */
export const RECENCY_TONES = { ranges: [3, 4, 5, 6], isNew: 1, others: OTHERS_TONE } as const
export const RECENCY_RAMP: readonly string[] = [
  'var(--tone-0)', 'var(--tone-4)', 'var(--tone-2)', 'var(--tone-6)', ramp('var(--tone-6)', 76), ramp('var(--tone-6)', 52), ramp('var(--tone-6)', 30),
]
