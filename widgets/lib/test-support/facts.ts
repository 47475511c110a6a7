/** Small frames written by hand: what a test does not name is not reported. */
import { fromRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'

const DIMS: Readonly<Record<string, Column>> = {
  period: { id: 'period', type: 'text', role: 'dim' },
  type: { id: 'type', type: 'text', role: 'dim' },
  index: { id: 'index', type: 'int', role: 'dim' },
  day: { id: 'day', type: 'day', role: 'dim' },
  week: { id: 'week', type: 'day', role: 'dim' },
  local: { id: 'local', type: 'int', role: 'dim' },
  hour: { id: 'hour', type: 'int', role: 'dim' },
}

export type Fact = Readonly<Record<string, Cell>>

export function factFrame(rows: readonly Fact[]): Frame {
  const ids = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return fromRows(
    ids.map((id) => DIMS[id] ?? { id, type: 'int', role: 'measure' }),
    rows.map((row) => ids.map((id) => row[id] ?? null)),
  )
}

/** Quality atoms of a stretch where all hours came, where none did, and where the last of four is not over. */
export const WHOLE = {
  expected: 400,
  observed: 400,
  estimatedIns: 0,
  hours: 4,
  missingHours: 0,
  partialHours: 0,
  settlingHours: 0,
  closedHours: 0,
}
export const LOST = { ...WHOLE, observed: 0, missingHours: 4 }
export const RUNNING = { ...WHOLE, observed: 250, partialHours: 1 }
