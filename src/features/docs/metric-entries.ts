import { METRICS, SETTINGS, definitionOf } from '#domain/metrics/index'
import type { Metric, SettingName } from '#domain/metrics/index'
import type { Translate } from '#ui'
import { formulaWords, isCounted } from './formula.ts'

export interface MetricEntry {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly definition: string
  /** Null for what is counted as it is. */
  readonly formula: string | null
  readonly unit: string
  readonly better: string
  /** `bounceThresholdS = 120 (mall 300)`. */
  readonly settings: readonly string[]
}

function settingWords(name: SettingName): string {
  const { value, byType } = SETTINGS[name] as { value: unknown; byType?: Readonly<Record<string, unknown>> }
  const write = (one: unknown) => (Array.isArray(one) ? one.join('/') : String(one))
  const types = Object.entries(byType ?? {}).map(([type, own]) => `${type} ${write(own)}`)
  return `${name} = ${write(value)}${types.length === 0 ? '' : ` (${types.join(', ')})`}`
}

const metricEntry = (metric: Metric, t: Translate): MetricEntry => ({
  id: metric.id,
  name: t(`metrics:${metric.id}.name`),
  description: t(`metrics:${metric.id}.description`),
  definition: definitionOf(metric),
  formula: isCounted(metric) ? null : formulaWords(metric, t),
  unit: t(`docs:unit.${metric.unit}`),
  better: t(`docs:better.${metric.betterWhen}`),
  settings: (metric.settings ?? []).map(settingWords),
})

export const metricEntries = (t: Translate): MetricEntry[] => METRICS.map((metric) => metricEntry(metric, t))
