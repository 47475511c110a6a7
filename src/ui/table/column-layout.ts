/** Positions of the columns of a table over a frame: side by side, and as wide as the table where they are not. */
import type { ColumnData, Frame } from '#domain/frame'
import { columnIndex } from '#domain/frame-build'
import type { TextColumn } from './cell-text.ts'
import type { ColumnTableColumn } from './types.ts'

export interface LaidColumn extends TextColumn {
  readonly id: string
  readonly label: string
  readonly align: 'start' | 'end'
  readonly left: number
  readonly width: number
}

/** Those that the frame has. */
export function layColumns(columns: readonly ColumnTableColumn[], frame: Frame, width: number): readonly LaidColumn[] {
  const wanted = columns.reduce((all, { widthPx = 120 }) => all + widthPx, 0)
  const stretch = Math.max(1, width / wanted)
  const known = columns.filter(({ id }) => columnIndex(frame, id) >= 0)
  const widths = known.map(({ widthPx = 120 }) => Math.floor(widthPx * stretch))
  return known.map(({ id, label, format: as = 'text', align, names }, index) => ({
    id,
    label,
    names,
    format: as,
    data: frame.data[columnIndex(frame, id)] as ColumnData,
    align: align ?? (as === 'text' ? 'start' : 'end'),
    width: widths[index] ?? 0,
    left: widths.slice(0, index).reduce((all, one) => all + one, 0),
  }))
}
