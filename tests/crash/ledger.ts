import type { TrafficRow } from '../../server/facts/traffic-row.ts'
import { hourRow } from '../../server/facts/testing.ts'

export const WRITERS = 8
export const ROWS = 20
export const FIRST_DAY = 20_000

/** Counts of writer `w` in its batch `k`: twenty hours of its own local, each with a value that only this row has. */
export function batchOf(w: number, k: number): TrafficRow[] {
  return Array.from({ length: ROWS }, (_, i) => {
    const at = k * ROWS + i
    return hourRow(FIRST_DAY + Math.floor(at / 24), at % 24, { client: 1, local: w + 1, ins: valueOf(w, k, i) })
  })
}

export const valueOf = (w: number, k: number, i: number): number => ((w * 7919 + k * 104_729 + i * 31) % 5000) + 1
