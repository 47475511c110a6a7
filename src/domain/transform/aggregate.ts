import type { AggregateMeasure, AggregateStep } from '#schemas/generated/layout/transform.ts'
import { columnIndex, numbersOf, takeRows } from '../frame-build.ts'
import type { Column, ColumnData, Frame, NumberData } from '../frame.ts'
import { findMetric } from '../metrics/derive.ts'
import { isMuted } from '../metrics/muted.ts'
import { estimatePart } from '../metrics/estimated.ts'
import { isBasisColumn, INCOMPARABLE, unpairedId } from '../metrics/paired.ts'
import { ratioParts } from '../metrics/ratio-parts.ts'
import { divide } from '../metrics/derive-column.ts'
import { changeMark } from './changes.ts'
import { additiveMeasures, columnOrMetric } from './columns.ts'
import { isRatioColumn } from './formula.ts'
import { groupRows } from './groups.ts'
import { pairedFrame, unpairedColumn } from './paired-columns.ts'
import type { Groups } from './groups.ts'
import { countPresent, countRows, presence, sumGroups } from './sums.ts'
import { extremeGroups } from './extreme-groups.ts'
import { quotient, weightedGroups } from './weighted-groups.ts'

/**
 * One row per group, in the order in which the groups first appear; no `by` = one row over everything. A sum over
 * only-null cells is null. A `weightedAverage` of a rate by its denominator is the rate of the sums; so is the total or
 * the average of a ratio that a formula made.
 */
export function aggregate(frame: Frame, { by, measures }: Pick<AggregateStep, 'by' | 'measures'>): Frame {
  const groups = groupRows(frame, by)
  const chosen =
    measures === 'all'
      ? Object.fromEntries(additiveMeasures(frame).map(({ id }) => [id, { fn: 'total', of: id } as const]))
      : measures
  const keys = takeRows(
    {
      ...frame,
      columns: by.map((id) => frame.columns[columnIndex(frame, id)] as Column),
      data: by.map((id) => frame.data[columnIndex(frame, id)] as ColumnData),
    },
    groups.first,
  )
  const sums = [...Object.entries(chosen), ...basisOf(frame, chosen)].map(([id, measure]) => ({
    column: describe(frame, id, measure),
    data: compute(frame, measure, groups),
  }))
  const made = [...sums, ...unpairedOf(frame, chosen, sums, groups)]
  return {
    columns: [...keys.columns, ...made.map(({ column }) => column)],
    data: [...keys.data, ...made.map(({ data }) => data)],
    rows: groups.count,
  }
}

/** The parts of what is no sum: a largest value, a mean. */
function unpairedOf(
  frame: Frame,
  chosen: Readonly<Record<string, AggregateMeasure>>,
  made: readonly { readonly column: Column; readonly data: NumberData }[],
  groups: Groups,
) {
  const paired = pairedFrame(frame)
  if (paired === null) return []
  return made.flatMap(({ column, data }) => {
    const measure = chosen[column.id]
    if (measure === undefined || measure.fn === 'total' || isRatioOfSums(frame, measure)) return []
    const part = unpairedColumn(column, data, compute(paired, measure, groups))
    return part === null || Object.hasOwn(chosen, part.column.id) ? [] : [part]
  })
}

/** The basis of the sums goes with them, also when not requested: a change of the sums is judged by it. */
function basisOf(frame: Frame, chosen: Readonly<Record<string, AggregateMeasure>>): [string, AggregateMeasure][] {
  const ratios = Object.entries(chosen).flatMap(([id, measure]): [string, AggregateMeasure][] =>
    isRatioOfSums(frame, measure) ? partsOf(frame, id, measure.of, chosen) : [],
  )
  if (!frame.columns.some(isBasisColumn)) return ratios
  const wanted = Object.entries(chosen).flatMap(([id, { fn, of }]): [string, string][] =>
    fn === 'total' ? [[unpairedId(id), unpairedId(of)], ...estimatesOf(frame, id, of)] : [],
  )
  const basis = [...wanted, [INCOMPARABLE, INCOMPARABLE] as const].flatMap(([id, of]): [string, AggregateMeasure][] =>
    columnIndex(frame, of) < 0 || Object.hasOwn(chosen, id) ? [] : [[id, { fn: 'total', of }]],
  )
  return [...ratios, ...basis.filter(([id]) => !ratios.some(([one]) => one === id))]
}

/** A group of ratios is one sum over another, whether its total or its average was asked for. */
const isRatioOfSums = (frame: Frame, { fn, of }: AggregateMeasure): boolean =>
  (fn === 'total' || fn === 'average' || fn === 'averageIgnoringNulls') && isRatioColumn(frame, of)

/** Both sides of a ratio, under the name that it gets. */
function partsOf(
  frame: Frame,
  id: string,
  of: string,
  chosen: Readonly<Record<string, AggregateMeasure>>,
): [string, AggregateMeasure][] {
  const [mine, source] = [ratioParts(id), ratioParts(of)]
  return (['of', 'over'] as const)
    .flatMap((side) => [
      [mine[side], source[side]] as const,
      [unpairedId(mine[side]), unpairedId(source[side])] as const,
    ])
    .flatMap(([name, from]): [string, AggregateMeasure][] =>
      columnIndex(frame, from) < 0 || Object.hasOwn(chosen, name) ? [] : [[name, { fn: 'total', of: from }]],
    )
}

/** Columns of estimates of a measure, under the name that it gets. */
const estimatesOf = ({ columns }: Frame, id: string, of: string): [string, string][] =>
  columns.flatMap((column): [string, string][] => {
    const part = estimatePart(column.id)
    return part?.measure === of ? [[`${id}${part.ending}`, column.id]] : []
  })

function describe(frame: Frame, id: string, { fn, of }: AggregateMeasure): Column {
  const source = frame.columns[columnIndex(frame, of)]
  const unit = source?.unit ?? findMetric(of)?.unit
  const whole = source?.type !== 'float' && (fn === 'total' || fn === 'max' || fn === 'min') && source !== undefined
  const muted = isMuted(frame.columns, of)
  return {
    id,
    type: whole ? 'int' : 'float',
    role: 'measure',
    ...(unit && { unit }),
    ...(muted && { muted }),
    ...changeMark(frame, [of]),
  }
}

function compute(frame: Frame, { fn, of, weight }: AggregateMeasure, groups: Groups): NumberData {
  if (isRatioOfSums(frame, { fn, of })) {
    const parts = ratioParts(of)
    return divide(sumGroups(numbersOf(frame, parts.of), groups), sumGroups(numbersOf(frame, parts.over), groups), 1)
  }
  const data = columnOrMetric(frame, of)
  switch (fn) {
    case 'total':
      return sumGroups(data, groups)
    case 'max':
    case 'min':
      return extremeGroups(data, groups, fn)
    case 'weightedAverage':
      return weightedGroups(data, columnOrMetric(frame, weight as string), groups)
    case 'averageIgnoringNulls':
      return quotient(sumGroups(data, groups).values as Float64Array, countPresent(data, groups))
    case 'average': {
      // A missing cell counts as a row without traffic, unless all are missing.
      const { values } = quotient(sumGroups(data, groups).values as Float64Array, countRows(groups))
      const valid = presence(data, groups)
      return valid ? { kind: 'numbers', values, valid } : { kind: 'numbers', values }
    }
  }
}
