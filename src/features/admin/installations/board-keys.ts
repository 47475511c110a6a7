export interface Place {
  readonly column: number
  readonly row: number
}

/** The card that an arrow key leads to; the nearest one that is there, over columns that are empty. */
export function neighbour(counts: readonly number[], { column, row }: Place, key: string): Place | null {
  if (key === 'ArrowDown') return row + 1 < (counts[column] ?? 0) ? { column, row: row + 1 } : null
  if (key === 'ArrowUp') return row > 0 ? { column, row: row - 1 } : null
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return null
  for (let next = column + step; next >= 0 && next < counts.length; next += step) {
    const many = counts[next] ?? 0
    if (many > 0) return { column: next, row: Math.min(row, many - 1) }
  }
  return null
}
