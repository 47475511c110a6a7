/** The documentation as entries that can be searched: reading rules, states, screens, metrics. */
import { METRICS, SETTINGS, definitionOf } from '#domain/metrics/index'
import type { Metric, SettingName } from '#domain/metrics/index'
import type { Completeness, Translate } from '#ui'
import { formulaWords, isCounted } from './formula.ts'

export const RULES = ['periods', 'change', 'stores', 'days', 'estimates', 'passport', 'zero', 'share'] as const
export const STATES = [
  'final',
  'partial',
  'settling',
  'estimated',
  'missing',
  'closed',
] as const satisfies readonly Completeness[]

/** Screens in their order, each with a text `docs:screen.<id>`; those of areas to come get theirs with them. */
export const DOCUMENTED = [
  'compare',
  'exits',
  'sales',
  'status',
  'occupancy',
  'dashboards',
  'reports',
  'alerts',
  'downloads',
  'campaigns',
  'uploads',
  'schedule',
  'admin',
] as const

/** A part of a screen, in the words of its own document. */
export interface ScreenPart {
  readonly title: string
  readonly text: string
}

export interface DocsScreen {
  /** Also names its text: `docs:screen.<id>`. */
  readonly id: string
  readonly title: string
  /** Left out where the reader may not open it. */
  readonly href?: string
  readonly parts: readonly ScreenPart[]
}

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

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True when every word of the search is somewhere in the texts, accents and case aside. */
export function finds(search: string, ...texts: readonly string[]): boolean {
  const all = plain(texts.join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => all.includes(word))
}
