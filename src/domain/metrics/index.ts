/** The door of the metric registry. */
export { ATOM_IDS, atomOf, atomSql, sumAtoms } from './atoms.ts'
export type { Atoms } from './atoms.ts'
export { changeBetween, changeOf, wilson } from './change.ts'
export { atomsOf, definitionOf, derive, deriveColumn, findMetric, flagOf, formulaOf, metricOf } from './derive.ts'
export {
  asCounted,
  ESTIMATED,
  estimateIn,
  estimatePart,
  isWithEstimates,
  ofOneHour,
  unestimatedHours,
} from './estimated.ts'
export type { Estimate } from './estimated.ts'
export { filledShare, isIncomparable, isUnpaired, pairedAtoms, pairedShare } from './paired.ts'
export { dwellRanges, edgesAreValid, labelOf, repetitionRanges } from './ranges.ts'
export { METRICS } from './registry.ts'
export type { Expr, Metric } from './registry.ts'
export { DEFAULT_METRIC_SETTINGS, SETTINGS, settingFor } from './settings.ts'
export type { MetricSettings, SettingName } from './settings.ts'
export { toSql } from './sql.ts'
export { isOfTills, isToldByTills } from './tills.ts'
