import type { CsvColumn, CsvTable } from './csv.ts'
import type { ColumnData, Frame } from './frame.ts'

/** Columns of a frame, headed by their ids or by the labels given. */
export function csvOfFrame(frame: Frame, labels: Readonly<Record<string, string>> = {}): CsvTable {
  return {
    rows: frame.rows,
    columns: frame.columns.map(({ id, type }, at): CsvColumn => ({
      header: labels[id] ?? id,
      data: frame.data[at] as ColumnData,
      ...(type === 'day' || type === 'boolean' ? { as: type } : {}),
    })),
  }
}
