/** A rule as its form holds it, and as it is sent. */
import { ALERT_RULES, defaultSettings } from '#domain/alert-rules'
import type { AlertKind, AlertSetting } from '#domain/alert-rules'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import { areLimits } from '#domain/figure-rule'
import type { FigureWatchDraft } from '#schemas/generated/api/figure-watch-draft.ts'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Translate } from '#ui'

export interface RuleValues {
  readonly client: number | null
  readonly kind: AlertKind
  /** Null = the field is empty. */
  readonly settings: Readonly<Record<string, number | string | null>>
  readonly recipients: number[]
  readonly coolDownH: number | null
  readonly enabled: boolean
  /** Of a rule about a figure. */
  readonly name: string | null
  readonly watch: FigureWatch | null
}

export const newRule = (client: number | null): RuleValues => ({
  client,
  kind: 'deviceDown',
  settings: defaultSettings('deviceDown'),
  recipients: [],
  coolDownH: 24,
  enabled: true,
  name: null,
  watch: null,
})

export const valuesOf = (rule: AlertRule): RuleValues => ({
  ...pick(rule),
  recipients: rule.recipients ?? [],
  name: rule.name,
  watch: rule.watch,
})

const pick = ({ client, kind, settings, coolDownH, enabled }: AlertRule) => ({
  client,
  kind,
  settings,
  coolDownH,
  enabled,
})

/** The draft of a rule as it is stored. */
export const draftOf = ({
  client,
  kind,
  settings,
  recipients,
  coolDownH,
  enabled,
}: Omit<AlertRule, 'name'>): AlertRuleDraft => ({
  client,
  kind,
  settings,
  recipients,
  coolDownH,
  enabled,
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The problem of one setting, in words; null when it is valid. */
export function settingProblem(
  setting: AlertSetting,
  value: number | string | null | undefined,
  t: Translate,
): string | null {
  if (setting.type === 'time') return typeof value === 'string' && TIME.test(value) ? null : t('alerts:rules.time')
  return typeof value === 'number' && value >= setting.min && value <= setting.max
    ? null
    : t('alerts:rules.outOfBounds', { min: setting.min, max: setting.max })
}

/** The draft to send; null while a field is invalid or empty. */
export function toDraft(
  { client, kind, settings, recipients, coolDownH, enabled, name, watch }: RuleValues,
  t: Translate,
): AlertRuleDraft | null {
  const isWrong = Object.entries(ALERT_RULES[kind].settings).some(
    ([name, setting]) => settingProblem(setting, settings[name], t) !== null,
  )
  if (client === null || coolDownH === null || isWrong || !isFigure({ kind, name, watch })) return null
  return {
    client,
    kind,
    settings: settings as Record<string, number | string>,
    recipients: recipients.length === 0 ? null : recipients,
    coolDownH,
    enabled,
    ...(watch !== null && { name: (name ?? '').trim(), watch: watchDraft(watch) }),
  }
}

/** The shortest name of a rule. */
export const NAME_LETTERS = 3

const isFigure = ({ kind, name, watch }: Pick<RuleValues, 'kind' | 'name' | 'watch'>) =>
  kind !== 'figure' || (watch !== null && areLimits(watch) && (name ?? '').trim().length >= NAME_LETTERS)

/** The condition, without the name. */
const watchDraft = ({
  title: _title,
  label: _label,
  rowLabel: _rowLabel,
  format: _format,
  ...asked
}: FigureWatch): FigureWatchDraft => asked
