/**
 * Rows of a frame as they are, under the names and units of their columns; for those who look at data, not at figures.
 */
import type { Cell, Column, Frame } from '#domain/frame'
import { cellOf } from '#domain/frame-build'
import { isoDay } from '#domain/periods'
import css from './frame-table.module.css'

const isNumber = ({ type }: Column) => type === 'int' || type === 'float' || undefined
const written = (value: Cell, { type }: Column): string =>
  value === null ? '–' : type === 'day' ? isoDay(Number(value)) : String(value)

export interface FrameTableProps {
  frame: Frame
  /** Names the table for a screen reader. */
  label: string
  /** Names of columns and units; their ids by default. */
  names?: { readonly column: (id: string) => string; readonly unit: (unit: string) => string }
}

/** All rows of the frame: give it few. */
export function FrameTable({ frame, label, names }: FrameTableProps) {
  const headOf = ({ id, unit }: Column) => {
    const name = names?.column(id) ?? id
    const words = unit === undefined ? undefined : (names?.unit(unit) ?? unit)
    return { name, notes: [name === id ? undefined : id, words].filter((one) => one !== undefined) }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach what is beyond its edge
    <div className={css.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {frame.columns.map((column) => {
              const { name, notes } = headOf(column)
              return (
                <th key={column.id} scope="col" data-number={isNumber(column)}>
                  {name}
                  {notes.length > 0 && <span>{notes.join(' · ')}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: frame.rows }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row of a frame is its place
            <tr key={row}>
              {frame.columns.map((column, at) => (
                <td key={column.id} data-number={isNumber(column)}>
                  {written(cellOf(frame, at, row), column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
