/** Public entry point of the metric registry. */
export { atomOf, atomSql } from './atoms.ts'
export type { Atoms } from './atoms.ts'
export { changeBetween, changeValueWith, changeOf } from './change.ts'
export { atomsOf, definitionOf, derive, deriveWith, findMetric, flagOf, formulaOf, metricOf } from './derive.ts'
export { deriveColumn } from './derive-column.ts'
export {
  asCounted,
  ESTIMATED,
  estimateIn,
  estimatePart,
  estimatedOf,
  isWithEstimates,
  ofOneHour,
  unestimatedHours,
} from './estimated.ts'
export { filledShare, isIncomparable, pairedAtoms, pairedShare } from './paired.ts'
export { dwellRanges, labelOf, repetitionRanges } from './ranges.ts'
export { METRICS } from './registry.ts'
export type { Expr, Metric } from './registry.ts'
export { SETTINGS } from './settings.ts'
export type { SettingName } from './settings.ts'
export { isOfTills, isReportedByTills } from './tills.ts'
