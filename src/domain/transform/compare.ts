import type { CompareStep } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { bitAt, columnData, columnIndex, noBits, numberData, numbersOf, setBit } from '../frame-build.ts'
import type { Column, ColumnData, Frame, NumberData } from '../frame.ts'
import { takeRows } from '../frame-build.ts'
import { divide } from '../metrics/derive-column.ts'
import { isBasisColumn, unpairedId } from '../metrics/paired.ts'
import { ratioPart, ratioParts } from '../metrics/ratio-parts.ts'
import { REFERENCE } from './changes.ts'
import { subtract } from './columns.ts'
import { isRatioColumn } from './formula.ts'
import { groupRows } from './groups.ts'
import { pairedData } from './paired-columns.ts'

const ABSENT = 0xffffffff

/**
 * One row per key: x of the comparing period, `x.reference`, and a column per entry of `as`. `abs` is the difference;
 * `percent` is the change in percent of the reference, or the difference in points when x is itself a percentage.
 * A key that only one period has keeps nulls on the other side. Throws TRANSFORM_NOT_UNIQUE when a key has two rows.
 */
export function compare(frame: Frame, { by, key, of, as = {} }: Omit<CompareStep, 'op'>): Frame {
  const keys = key ?? frame.columns.filter(({ id, role }) => role === 'dim' && id !== by).map(({ id }) => id)
  const measures =
    of ??
    frame.columns
      .filter(
        (column) =>
          column.role === 'measure' &&
          column.type !== 'text' &&
          !isBasisColumn(column) &&
          ratioPart(column.id) === null,
      )
      .map(({ id }) => id)
  const groups = groupRows(frame, keys)
  const [comparing, reference] = ['comparing', 'reference'].map((period) =>
    rowsOf(frame, by, period, groups.of, groups.count),
  ) as [Uint32Array, Uint32Array]
  const columns: Column[] = keys.map((id) => frame.columns[columnIndex(frame, id)] as Column)
  const data: ColumnData[] = [
    ...takeRows({ ...frame, columns, data: keys.map((id) => columnData(frame, id)) }, groups.first).data,
  ]

  for (const id of measures) {
    const column = frame.columns[columnIndex(frame, id)] as Column
    const source = numbersOf(frame, id)
    const [a, b] = [gather(source, comparing), gather(source, reference)]
    columns.push(column, { ...column, id: `${id}${REFERENCE}` })
    data.push(a, b)
    // The figures are all that came; their difference is that of the hours which both periods have.
    const [x, y] = [paired(frame, id, comparing, a), paired(frame, id, reference, b)]
    for (const [suffix, kind] of Object.entries(as)) {
      const points = kind === 'abs' || column.unit === 'percent'
      const difference = subtract(x, y)
      const unit = points ? column.unit : 'percent'
      const { muted } = column
      columns.push({
        id: `${id}.${suffix}`,
        type: 'float',
        role: 'measure',
        ...(unit && { unit }),
        ...(muted && { muted }),
        isChange: true,
      })
      data.push(points ? difference : divide(difference, y, 100))
    }
  }
  return { columns, data, rows: groups.count }
}

/** The values without what the other period lacks. */
function paired(frame: Frame, id: string, rows: Uint32Array, values: NumberData): NumberData {
  if (isRatioColumn(frame, id)) {
    const [of, over] = Object.values(ratioParts(id)).map((part: string) =>
      paired(frame, part, rows, gather(numbersOf(frame, part), rows)),
    ) as [NumberData, NumberData]
    return divide(of, over, 1)
  }
  const at = columnIndex(frame, unpairedId(id))
  if (at < 0) return values
  return pairedData(values, gather(numbersOf(frame, unpairedId(id)), rows))
}

/** Row of a period in each group. */
function rowsOf(frame: Frame, by: string, period: string, groupOf: Uint32Array, count: number): Uint32Array {
  const periods = columnData(frame, by)
  if (periods.kind !== 'text')
    throw new DomainError(
      'TRANSFORM_INVALID',
      `Column ${by} holds numbers; comparing needs the texts comparing and reference.`,
      { column: by },
    )
  const code = periods.dictionary.indexOf(period)
  const rows = new Uint32Array(count).fill(ABSENT)
  if (code < 0) return rows
  for (let row = 0; row < frame.rows; row++) {
    if (periods.codes[row] !== code) continue
    const group = groupOf[row] as number
    if (rows[group] !== ABSENT)
      throw new DomainError(
        'TRANSFORM_NOT_UNIQUE',
        `Rows ${rows[group]} and ${row} have the same key in ${period}; aggregate by the key first.`,
        { row },
      )
    rows[group] = row
  }
  return rows
}

/** Values of some rows; null where there is no row. */
function gather({ values, valid }: NumberData, rows: Uint32Array): NumberData {
  const taken = values instanceof Int32Array ? new Int32Array(rows.length) : new Float64Array(rows.length)
  const bits = noBits(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    if (row === ABSENT || (valid && !bitAt(valid, row))) continue
    taken[at] = values[row] as number
    setBit(bits, at)
  }
  return numberData(taken, bits)
}
