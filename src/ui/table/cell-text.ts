/** A cell of a column as text. */
import type { ColumnData } from '#domain/frame'
import type { UiFormat, ValueFormat } from '../format.ts'

export interface TextColumn {
  readonly data: ColumnData
  readonly format: ValueFormat
  readonly names?: ReadonlyMap<number, string>
}

/** A cleared bit and a code of -1 are null, shown as a dash. */
export function cellText({ data, format: as, names }: TextColumn, row: number, format: UiFormat): string {
  if (data.kind === 'text') return format.exact(data.dictionary[data.codes[row] ?? -1] ?? null, 'text')
  const { valid, values } = data
  if (valid !== undefined && ((valid[row >> 3] ?? 0) & (1 << (row & 7))) === 0) return format.exact(null, as)
  const value = values[row] ?? 0
  return names?.get(value) ?? format.exact(value, as)
}
