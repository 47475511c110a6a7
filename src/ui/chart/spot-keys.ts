/** Where a key leads among the spots of a chart. */
import type { Direction, Spots } from './items.ts'

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** Undefined for other keys. An arrow begins at the first spot, and stays at the edge. */
export function spotOfKey(key: string, all: Pick<Spots, 'count' | 'step'>, from: number | null): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return all.count - 1
  const direction = DIRECTIONS[key]
  if (direction === undefined) return undefined
  return from === null ? 0 : (all.step(from, direction) ?? from)
}
