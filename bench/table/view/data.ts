/** Eight columns of hourly counts, as columns and as the row objects a row-based table wants. Same numbers in both. */
import type { Frame, Numbers } from '../../../src/domain/frame.ts'

export const NAMES = ['local', 'day', 'hour', 'far', 'fro', 'ins', 'visits', 'tickets'] as const
export type RowObject = Record<(typeof NAMES)[number], number>

const RANGE = { local: 300, day: 730, hour: 24, far: 5000, fro: 2000, ins: 900, visits: 700, tickets: 250 } as const

export function frameOf(rows: number): Frame {
  let state = 42
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const columns = NAMES.map((name): Numbers => (RANGE[name] <= 256 ? new Uint8Array(rows) : new Uint16Array(rows)))
  for (let row = 0; row < rows; row++)
    NAMES.forEach((name, index) => {
      ;(columns[index] as Uint16Array)[row] = next(RANGE[name])
    })
  return {
    rows,
    columns: NAMES.map((id, index) => ({ id, type: 'int', role: index < 3 ? 'dim' : 'measure' })),
    data: columns.map((values) => ({ kind: 'numbers', values })),
  }
}

export function objectsOf(frame: Frame): RowObject[] {
  return Array.from(
    { length: frame.rows },
    (_, row) =>
      Object.fromEntries(
        NAMES.map((name, index) => {
          const data = frame.data[index]
          return [name, data?.kind === 'numbers' ? data.values[row] : 0]
        }),
      ) as RowObject,
  )
}
