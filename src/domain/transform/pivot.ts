import type { PivotStep } from '#schemas/generated/layout/transform.ts'
import { bitAt, columnData, columnIndex, noBits, numberData, numbersOf, setBit, takeRows } from '../frame-build.ts'
import type { Column, ColumnData, Frame, NumberData } from '../frame.ts'
import { divide } from '../metrics/derive-column.ts'
import { ratioParts } from '../metrics/ratio-parts.ts'
import { isRatioColumn } from './formula.ts'
import { groupRows } from './groups.ts'

/**
 * Values of a column become columns: one row per combination of the other dimensions, and per value the total of `of`.
 * The values are listed in the step, so the columns do not depend on the data; other values are left out.
 */
export function pivot(frame: Frame, { column, values, of }: Pick<PivotStep, 'column' | 'values' | 'of'>): Frame {
  const keys = frame.columns.filter(({ id, role }) => role === 'dim' && id !== column).map(({ id }) => id)
  const groups = groupRows(frame, keys)
  const measures = typeof of === 'string' ? [of] : of
  const slots = slotOf(columnData(frame, column), values, frame.rows)
  const columns: Column[] = keys.map((id) => frame.columns[columnIndex(frame, id)] as Column)
  const data: ColumnData[] = [
    ...takeRows({ ...frame, columns, data: keys.map((id) => columnData(frame, id)) }, groups.first).data,
  ]

  for (const id of measures) {
    const source = frame.columns[columnIndex(frame, id)] as Column
    const cells = (column: string) => spread(numbersOf(frame, column), groups.of, slots, groups.count, values.length)
    const { of: top, over } = ratioParts(id)
    // A cell of ratios is a sum over a sum.
    const under = isRatioColumn(frame, id) ? cells(over) : null
    cells(under === null ? id : top).forEach((sum, at) => {
      const part = under === null ? sum : divide(sum, under[at] as NumberData, 1)
      columns.push({ ...source, id: typeof of === 'string' ? String(values[at]) : `${id}.${values[at]}` })
      data.push(part)
    })
  }
  return { columns, data, rows: groups.count }
}

/** Position of each row's value in the list, -1 when it is not listed. */
function slotOf(data: ColumnData, values: readonly (string | number)[], rows: number): Int32Array {
  const slots = new Int32Array(rows).fill(-1)
  if (data.kind === 'text') {
    const byCode = data.dictionary.map((text) => values.findIndex((value) => String(value) === text))
    for (let row = 0; row < rows; row++)
      if ((data.codes[row] as number) >= 0) slots[row] = byCode[data.codes[row] as number] as number
    return slots
  }
  const known = new Map(values.map((value, at) => [Number(value), at]))
  for (let row = 0; row < rows; row++)
    if (data.valid === undefined || bitAt(data.valid, row)) slots[row] = known.get(data.values[row] as number) ?? -1
  return slots
}

/** All cells of a measure in one pass over the rows. */
function spread(
  { values, valid }: NumberData,
  groupOf: Uint32Array,
  slots: Int32Array,
  groups: number,
  width: number,
): NumberData[] {
  const sums = new Float64Array(groups * width)
  const seen = noBits(groups * width)
  for (let row = 0; row < groupOf.length; row++) {
    const slot = slots[row] as number
    if (slot < 0 || (valid && !bitAt(valid, row))) continue
    const at = slot * groups + (groupOf[row] as number)
    sums[at]! += values[row] as number
    setBit(seen, at)
  }
  return Array.from({ length: width }, (_, slot) => {
    const bits = noBits(groups)
    for (let group = 0; group < groups; group++) if (bitAt(seen, slot * groups + group)) setBit(bits, group)
    return numberData(sums.slice(slot * groups, (slot + 1) * groups), bits)
  })
}
