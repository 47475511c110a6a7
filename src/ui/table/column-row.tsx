import { memo } from 'react'
import type { UiFormat } from '../format.ts'
import { cellText } from './cell-text.ts'
import type { LaidColumn } from './column-layout.ts'
import css from './column-table.module.css'

interface RowProps {
  columns: readonly LaidColumn[]
  place: number
  /** Of the frame. */
  row: number
  top: number
  height: number
  format: UiFormat
  isActive: boolean
  onPress?: (row: number) => void
}

export const Row = memo(function Row({ columns, place, row, top, height, format, isActive, onPress }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are on the table
    <div
      role="row"
      aria-rowindex={place + 2}
      className={css.row}
      data-active={isActive || undefined}
      data-pressable={onPress !== undefined || undefined}
      style={{ top, height }}
      onClick={onPress === undefined ? undefined : () => onPress(row)}
    >
      {columns.map((column, index) => (
        <div
          key={column.id}
          role={index === 0 ? 'rowheader' : 'cell'}
          className={css.cell}
          data-align={column.align}
          style={{ left: column.left, width: column.width, lineHeight: `${height}px` }}
        >
          {cellText(column, row, format)}
        </div>
      ))}
    </div>
  )
})
