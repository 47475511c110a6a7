import type { JoinStep } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { bitAt, cellOf, columnIndex, columnData, noBits, numberData, setBit } from '../frame-build.ts'
import type { Cell, ColumnData, Frame } from '../frame.ts'

/**
 * Adds columns of another frame by equal keys. Every row of the left frame stays, once; without a partner it gets
 * nulls. Throws TRANSFORM_NOT_UNIQUE when a key of the right frame has two rows, COLUMN_DUPLICATE when a name is taken.
 */
export function join(left: Frame, right: Frame, { on, columns }: Pick<JoinStep, 'on' | 'columns'>): Frame {
  const pairs = on.map((key) => (typeof key === 'string' ? { left: key, right: key } : key))
  const keys = new Set(pairs.map((pair) => pair.right))
  const taken = columns ?? right.columns.map(({ id }) => id).filter((id) => !keys.has(id))
  for (const id of taken)
    if (columnIndex(left, id) >= 0)
      throw new DomainError('COLUMN_DUPLICATE', `Column ${id} is in both frames; rename one of them first.`, {
        column: id,
      })

  const partners = partnersOf(left, right, pairs)
  return {
    columns: [
      ...left.columns,
      ...taken.map((id) => {
        columnData(right, id)
        return right.columns[columnIndex(right, id)] as Frame['columns'][number]
      }),
    ],
    data: [...left.data, ...taken.map((id) => pick(columnData(right, id), partners))],
    rows: left.rows,
  }
}

/** Row of the right frame for each row of the left one, -1 without a partner. */
function partnersOf(left: Frame, right: Frame, pairs: readonly { left: string; right: string }[]): Int32Array {
  const keyOf = (frame: Frame, ids: readonly string[]) => {
    const at = ids.map((id) => (columnData(frame, id), columnIndex(frame, id)))
    return (row: number) => keyText(at.map((column) => cellOf(frame, column, row)))
  }
  const rightKey = keyOf(
    right,
    pairs.map((pair) => pair.right),
  )
  const rows = new Map<string, number>()
  for (let row = 0; row < right.rows; row++) {
    const key = rightKey(row)
    if (key === null) continue
    if (rows.has(key))
      throw new DomainError(
        'TRANSFORM_NOT_UNIQUE',
        `Rows ${rows.get(key)} and ${row} of the joined query have the same key ${key}.`,
        { row },
      )
    rows.set(key, row)
  }
  const leftKey = keyOf(
    left,
    pairs.map((pair) => pair.left),
  )
  return Int32Array.from({ length: left.rows }, (_, row) => {
    const key = leftKey(row)
    return key === null ? -1 : (rows.get(key) ?? -1)
  })
}

/** A null key has no partner. */
function keyText(cells: readonly Cell[]): string | null {
  return cells.includes(null) ? null : JSON.stringify(cells)
}

function pick(data: ColumnData, rows: Int32Array): ColumnData {
  if (data.kind === 'text') return { ...data, codes: rows.map((row) => (row < 0 ? -1 : (data.codes[row] as number))) }
  const values = new (data.values.constructor as Float64ArrayConstructor)(rows.length)
  const valid = noBits(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    if (row < 0 || (data.valid && !bitAt(data.valid, row))) continue
    values[at] = data.values[row] as number
    setBit(valid, at)
  }
  return numberData(values, valid)
}
