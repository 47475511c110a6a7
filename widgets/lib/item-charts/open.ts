/** Which items are drawn as what may still change. */
import type { Completeness } from '#engine/types'

const OPEN: ReadonlySet<Completeness> = new Set(['partial', 'settling', 'estimated'])
const WHOLE_FROM = 0.95

/** Much may still change or is missing: one late hour of a week does not count. */
export const isOpenItem = (state: Completeness, coverage: number | null): boolean =>
  OPEN.has(state) && (coverage ?? 0) < WHOLE_FROM
