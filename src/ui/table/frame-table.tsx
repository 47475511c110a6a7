/** Rows of a frame as they are, under the names and units of their columns; for those who look at data, not at figures. */
import type { Cell, Column, Frame } from '#domain/frame'
import { cellOf } from '#domain/frame-build'
import { isoDay } from '#domain/periods'
import css from './frame-table.module.css'

const written = (value: Cell, { type }: Column): string =>
  value === null ? '–' : type === 'day' ? isoDay(Number(value)) : String(value)

/** All rows of the frame: give it few. `label` names the table for a screen reader. */
export function FrameTable({ frame, label }: { frame: Frame; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach what is beyond its edge
    <div className={css.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {frame.columns.map(({ id, unit }) => (
              <th key={id} scope="col">
                {id}
                {unit !== undefined && <span>{unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: frame.rows }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row of a frame is its place
            <tr key={row}>
              {frame.columns.map((column, at) => (
                <td key={column.id} data-number={column.type === 'int' || column.type === 'float' || undefined}>
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
