/**
 * Rectangles as large as their values, as square as they can be, in their order: rows along the shorter side, each as
 * long as it makes its rectangles squarer (Bruls, Huizing, van Wijk 2000). Pure.
 */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Of a row along a side: how far its worst rectangle is from a square. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((all, area) => all + area, 0)
  return Math.max(
    ...row.map((area) => Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area))),
  )
}

/** One rectangle for each value, in the same order. Values are above zero; without room all are empty. */
export function squarify(values: readonly number[], within: Rect): Rect[] {
  const whole = values.reduce((sum, value) => sum + value, 0)
  if (!(whole > 0) || !Number.isFinite(whole) || within.width <= 0 || within.height <= 0)
    return values.map(() => ({ x: within.x, y: within.y, width: 0, height: 0 }))
  const areas = values.map((value) => (value / whole) * within.width * within.height)
  const found: Rect[] = []
  let left = within
  let begin = 0
  while (begin < areas.length) {
    const side = Math.min(left.width, left.height)
    let end = begin + 1
    while (end < areas.length && worst(areas.slice(begin, end + 1), side) <= worst(areas.slice(begin, end), side)) end++
    const row = areas.slice(begin, end)
    const sum = row.reduce((all, area) => all + area, 0)
    const isUpright = left.width >= left.height
    const thick = Math.min(side > 0 ? sum / side : 0, isUpright ? left.width : left.height)
    let at = isUpright ? left.y : left.x
    for (const area of row) {
      const long = sum > 0 ? (side * area) / sum : 0
      found.push(
        isUpright ? { x: left.x, y: at, width: thick, height: long } : { x: at, y: left.y, width: long, height: thick },
      )
      at += long
    }
    left = isUpright
      ? { ...left, x: left.x + thick, width: Math.max(0, left.width - thick) }
      : { ...left, y: left.y + thick, height: Math.max(0, left.height - thick) }
    begin = end
  }
  return found
}
