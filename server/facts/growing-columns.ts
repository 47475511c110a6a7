/** Rows of numbers as columns that grow: what is waiting for the facts takes a few bytes a reading and no objects. */
export interface GrowingColumns<Whole extends string, Wide extends string> {
  readonly whole: Readonly<Record<Whole, Int32Array>>
  readonly wide: Readonly<Record<Wide, Float64Array>>
  readonly length: number
  /** Makes room for one more row and gives its place. */
  add(): number
  /** Takes the last row back. */
  drop(): void
  /** No rows, in the room that is there. */
  clear(): void
}

const FIRST = 256

/** `whole`: 32-bit numbers; `wide`: instants and totals. */
export function growingColumns<Whole extends string, Wide extends string>(
  wholeNames: readonly Whole[],
  wideNames: readonly Wide[],
): GrowingColumns<Whole, Wide> {
  const whole = Object.fromEntries(wholeNames.map((name) => [name, new Int32Array(FIRST)])) as Record<Whole, Int32Array>
  const wide = Object.fromEntries(wideNames.map((name) => [name, new Float64Array(FIRST)])) as Record<
    Wide,
    Float64Array
  >
  let room = FIRST
  let length = 0

  function grow() {
    room *= 2
    for (const name of wholeNames) {
      const more = new Int32Array(room)
      more.set(whole[name])
      whole[name] = more
    }
    for (const name of wideNames) {
      const more = new Float64Array(room)
      more.set(wide[name])
      wide[name] = more
    }
  }

  return {
    whole,
    wide,
    get length() {
      return length
    },
    add() {
      if (length === room) grow()
      length += 1
      return length - 1
    },
    drop() {
      length -= 1
    },
    clear() {
      length = 0
    },
  }
}
