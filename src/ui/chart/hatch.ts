/** Stripes of one colour on another: how what is not the last word is told from what is, without colour alone. */
export interface Hatch {
  readonly ground: string
  readonly stripes?: string
}

/** Pixels of a stripe, and from it to the next. */
const STRIPE = 1.6
const BETWEEN = 2.7

interface HatchStyle {
  readonly color: string
  readonly decal?: ReturnType<typeof stripesOf>
}

export const stripesOf = (color: string) => ({
  symbol: 'rect',
  color,
  dashArrayX: [1, 0],
  dashArrayY: [STRIPE, BETWEEN],
  rotation: -Math.PI / 4,
})

export const hatched = ({ ground, stripes }: Hatch): HatchStyle => ({
  color: ground,
  ...(stripes !== undefined && { decal: stripesOf(stripes) }),
})
