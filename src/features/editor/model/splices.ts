/** Where two texts differ: characters from `from`, `drop` of them replaced by `put`. */
export interface Splice {
  readonly from: number
  readonly drop: number
  readonly put: string
}

export function spliceOf(before: string, after: string): Splice | undefined {
  if (before === after) return undefined
  let from = 0
  while (from < before.length && before[from] === after[from]) from++
  let tail = 0
  while (
    tail < before.length - from &&
    tail < after.length - from &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++
  return { from, drop: before.length - from - tail, put: after.slice(from, after.length - tail) }
}

export const spliced = (text: string, splice: Splice | undefined): string =>
  splice === undefined ? text : text.slice(0, splice.from) + splice.put + text.slice(splice.from + splice.drop)
