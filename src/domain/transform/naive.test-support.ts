/**
 * The transforms again, over row objects and as plainly as they can be said: what the kernels are held against in
 * tests.
 */
import type { Cell, Frame } from '../frame.ts'
import { toRows } from '../frame-build.ts'

export type Row = Record<string, Cell>

export const objects = (frame: Frame): Row[] =>
  toRows(frame).map((row) => Object.fromEntries(frame.columns.map(({ id }, at) => [id, row[at] as Cell])))

export const number = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

export function groupBy(rows: readonly Row[], by: readonly string[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(by.map((id) => row[id]))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

export function total(rows: readonly Row[], id: string): number | null {
  const present = rows.map((row) => number(row[id])).filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((a, b) => a + b, 0)
}

export const ratio = (a: number | null, b: number | null, scale = 1): number | null =>
  a === null || b === null || b === 0 ? null : (a * scale) / b

export function aggregated(rows: readonly Row[], fn: string, of: string, weight: string): number | null {
  const values = rows.map((row) => number(row[of])).filter((value) => value !== null)
  const both = rows.filter((row) => number(row[of]) !== null && number(row[weight]) !== null)
  switch (fn) {
    case 'max':
      return values.length ? Math.max(...values) : null
    case 'min':
      return values.length ? Math.min(...values) : null
    case 'average':
      return values.length ? ratio(total(rows, of), rows.length) : null
    case 'averageIgnoringNulls':
      return ratio(total(rows, of), values.length)
    case 'weightedAverage':
      return ratio(
        both.reduce((sum, row) => sum + Number(row[of]) * Number(row[weight]), 0),
        both.reduce((sum, row) => sum + Number(row[weight]), 0),
      )
    default:
      return total(rows, of)
  }
}

const change = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b)

export function compared(rows: readonly Row[], key: readonly string[], of: readonly string[]): Row[] {
  return groupBy(rows, key).map((group) => {
    const side = (period: string, id: string) => number(group.find((row) => row.period === period)?.[id])
    return {
      ...Object.fromEntries(key.map((id) => [id, group[0]?.[id] ?? null])),
      ...Object.fromEntries(
        of.flatMap((id) => {
          const [a, b] = [side('comparing', id), side('reference', id)]
          return [
            [id, a],
            [`${id}.reference`, b],
            [`${id}.delta`, change(a, b)],
            [`${id}.pct`, ratio(change(a, b), b, 100)],
          ]
        }),
      ),
    }
  })
}
