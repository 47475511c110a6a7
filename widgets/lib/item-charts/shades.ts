/** Seven shades from the least to the most; of a change from the worst to the best, with nothing in the middle. */

export const SHADES = 7
const MIDDLE = (SHADES - 1) / 2

export interface ShadeScale {
  readonly min: number
  readonly max: number
}

/** Step of the scale in which a value lies. */
export function shadeOf(value: number, { min, max }: ShadeScale): number {
  return Math.max(0, Math.min(SHADES - 1, Math.round(((value - min) / (max - min)) * (SHADES - 1))))
}

/**
 * Part of the hue in each shade, from the least to the most: the least is still no ground, the most carries white
 * words.
 */
const HUE = [9, 20, 32, 45, 58, 73, 100]
/** A change: worse in the warm tone, better in the cool one, nothing in between. */
const AWAY = [100, 62, 30]

const mix = (hue: string, part: number) => `color-mix(in oklab, ${hue} ${part}%, var(--raised))`

/** CSS of the shades of an amount; the chart and its key read the same. `from`: part of the hue in the least. */
export const amountShades = (from = 9): string[] =>
  HUE.map((part) => mix('var(--tone-0)', Math.round(100 - ((100 - part) * (100 - from)) / 91)))

/** CSS of the shades of a change. */
export function changeShades({ isUpGood, isJudged }: { isUpGood: boolean; isJudged: boolean }): string[] {
  const [below, above] = !isJudged
    ? ['var(--muted)', 'var(--muted)']
    : isUpGood
      ? ['var(--tone-5)', 'var(--tone-1)']
      : ['var(--tone-1)', 'var(--tone-5)']
  return Array.from({ length: SHADES }, (_, shade) =>
    shade === MIDDLE
      ? mix('var(--muted)', 14)
      : shade < MIDDLE
        ? mix(below, AWAY[shade] ?? 30)
        : mix(above, AWAY[SHADES - 1 - shade] ?? 30),
  )
}
