/** Small steps that add, rename or look up columns. */
import type { DeriveStep, RenameStep } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { columnIndex, numbersOf } from '../frame-build.ts'
import { type Column, type ColumnData, type Frame, isSummable, type NumberData, type Unit } from '../frame.ts'
import { deriveColumn, divide } from '../metrics/derive-column.ts'
import { findMetric, metricOf } from '../metrics/derive.ts'
import { isMuted } from '../metrics/muted.ts'
import { estimatePart } from '../metrics/estimated.ts'
import { isUnpaired, measureOf, unpairedId } from '../metrics/paired.ts'
import { ratioPart, ratioParts } from '../metrics/ratio-parts.ts'
import { changeMark } from './changes.ts'
import { datePart } from './date-parts.ts'
import { formulaColumns, isRatioColumn } from './formula.ts'
import { groupRows } from './groups.ts'
import { pairedFrame, unpairedColumn } from './paired-columns.ts'
import { sumGroups } from './sums.ts'
import { targetColumn } from './target.ts'

/** New names, old order. Throws COLUMN_UNKNOWN, or COLUMN_DUPLICATE when two columns would share a name. */
export function rename(frame: Frame, { columns }: Pick<RenameStep, 'columns'>): Frame {
  for (const from of Object.keys(columns)) requireColumn(frame, from)
  const nameOf = (id: string): string => {
    if (isUnpaired(id)) return columns[id] ?? unpairedId(nameOf(measureOf(id)))
    const part = estimatePart(id) ?? ratioPart(id)
    if (part !== null) return columns[id] ?? `${columns[part.measure] ?? part.measure}${part.ending}`
    return columns[id] ?? id
  }
  const renamed = frame.columns.map((column) => ({ ...column, id: nameOf(column.id) }))
  const twice = renamed.find(({ id }, at) => renamed.findIndex((column) => column.id === id) !== at)
  if (twice) throw new DomainError('COLUMN_DUPLICATE', `Two columns would be called ${twice.id}.`, { column: twice.id })
  return { ...frame, columns: renamed }
}

/**
 * A new column, or a new content of an old one: a metric of the registry, a ratio, a difference, a share in percent, a
 * formula, a part of a day or a target.
 */
export function derive(frame: Frame, step: DeriveStep): Frame {
  const made = step.formula
    ? formulaColumns(frame, step.as, step.formula)
    : step.part
      ? [datePart(frame, step.as, step.part, step.from)]
      : step.target
        ? [targetColumn(frame, step.as, step.target)]
        : null
  const rest = withoutParts(frame, step.as)
  if (made !== null) return made.reduce((all, { column, data }) => withColumn(all, column, data), rest)
  const [data, unit] = derived(frame, step)
  const muted = readsOf(step).some((id) => isMuted(frame.columns, id))
  const column: Column = {
    id: step.as,
    type: 'float',
    role: 'measure',
    ...(unit && { unit }),
    ...(muted && { muted }),
    ...changeMark(frame, readsOf(step)),
  }
  const paired = pairedFrame(frame)
  const part = paired && unpairedColumn(column, data, derived(paired, step)[0])
  const whole = withColumn(rest, column, data)
  return part === null ? whole : withColumn(whole, part.column, part.data)
}

/** The frame without what an older column of this name was made of. */
function withoutParts(frame: Frame, id: string): Frame {
  const { of, over } = ratioParts(id)
  const old = new Set([of, over, unpairedId(of), unpairedId(over), unpairedId(id)])
  if (columnIndex(frame, id) < 0 || !frame.columns.some((column) => old.has(column.id))) return frame
  const kept = frame.columns.flatMap((column, at) => (old.has(column.id) ? [] : [at]))
  return {
    ...frame,
    columns: kept.map((at) => frame.columns[at] as Column),
    data: kept.map((at) => frame.data[at] as ColumnData),
  }
}

const readsOf = ({ metric, ratio = [], difference = [], share }: DeriveStep) =>
  [metric, share, ...ratio, ...difference].filter((one) => one !== undefined)

function derived(
  frame: Frame,
  { metric, ratio, difference, share, scale = 1, by = [] }: DeriveStep,
): [NumberData, Unit | undefined] {
  if (metric !== undefined) {
    const found = metricOf(metric)
    return [deriveColumn(found, frame), found.unit]
  }
  if (ratio)
    return [
      divide(numbersOf(frame, ratio[0] as string), numbersOf(frame, ratio[1] as string), scale),
      scale === 100 ? 'percent' : 'ratio',
    ]
  if (difference)
    return [
      subtract(numbersOf(frame, difference[0] as string), numbersOf(frame, difference[1] as string)),
      unitOf(frame, difference[0] as string),
    ]
  const part = numbersOf(frame, share as string)
  const groups = groupRows(frame, by)
  const totals = sumGroups(part, groups)
  return [
    divide(
      part,
      {
        values: groups.of.length
          ? Float64Array.from(groups.of, (group) => totals.values[group] as number)
          : new Float64Array(0),
      },
      100,
    ),
    'percent',
  ]
}

/** a - b, null where either is null. */
export function subtract(a: NumberData, b: NumberData): NumberData {
  const values = Float64Array.from(a.values, (value, row) => value - (b.values[row] as number))
  return withNulls(values, a.valid, b.valid)
}

/** Values with the nulls of two columns; zero under every null. */
function withNulls(values: Float64Array, a: Uint8Array | undefined, b: Uint8Array | undefined): NumberData {
  const valid = a && b ? a.map((byte, at) => byte & (b[at] as number)) : (a ?? b)
  if (valid === undefined) return { kind: 'numbers', values }
  for (let row = 0; row < values.length; row++)
    if (((valid[row >> 3] as number) & (1 << (row & 7))) === 0) values[row] = 0
  return { kind: 'numbers', values, valid }
}

function unitOf(frame: Frame, id: string): Unit | undefined {
  return frame.columns[columnIndex(frame, id)]?.unit
}

function requireColumn(frame: Frame, id: string): void {
  if (columnIndex(frame, id) < 0)
    throw new DomainError(
      'COLUMN_UNKNOWN',
      `There is no column ${id}; the frame has ${frame.columns.map((column) => column.id).join(', ')}.`,
      { column: id },
    )
}

/** The frame with a column appended, or replaced when the name is taken. */
export function withColumn(frame: Frame, column: Column, data: ColumnData): Frame {
  const at = columnIndex(frame, column.id)
  if (at < 0) return { ...frame, columns: [...frame.columns, column], data: [...frame.data, data] }
  return { ...frame, columns: frame.columns.with(at, column), data: frame.data.with(at, data) }
}

/** A numeric column; a metric that is no column is worked out row by row from its atoms. */
export function columnOrMetric(frame: Frame, id: string): NumberData {
  const metric = columnIndex(frame, id) < 0 ? findMetric(id) : undefined
  return metric ? deriveColumn(metric, frame) : numbersOf(frame, id)
}

/** Measures whose sum means something, and ratios that know of which sums they are: no other ratios, no percentages. */
export function additiveMeasures(frame: Frame): Column[] {
  return frame.columns.filter(
    ({ id, role, type, unit }) =>
      role === 'measure' && type !== 'text' && (isSummable(unit) || isRatioColumn(frame, id)),
  )
}
