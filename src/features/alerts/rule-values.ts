/** A rule as its form holds it, and as it is sent. */
import { ALERT_RULES, defaultSettings } from '#domain/alert-rules'
import type { AlertKind, AlertSetting } from '#domain/alert-rules'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
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
}

export const newRule = (client: number | null): RuleValues => ({
  client,
  kind: 'deviceDown',
  settings: defaultSettings('deviceDown'),
  recipients: [],
  coolDownH: 24,
  enabled: true,
})

export const valuesOf = ({ client, kind, settings, recipients, coolDownH, enabled }: AlertRule): RuleValues => ({
  client,
  kind,
  settings,
  recipients: recipients ?? [],
  coolDownH,
  enabled,
})

/** The draft of a rule as it is stored. */
export const draftOf = ({ client, kind, settings, recipients, coolDownH, enabled }: AlertRule): AlertRuleDraft => ({
  client,
  kind,
  settings,
  recipients,
  coolDownH,
  enabled,
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** What is wrong with one setting, in words; null when nothing is. */
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

/** What can be sent; null while a field is wrong or empty. */
export function toDraft(
  { client, kind, settings, recipients, coolDownH, enabled }: RuleValues,
  t: Translate,
): AlertRuleDraft | null {
  const isWrong = Object.entries(ALERT_RULES[kind].settings).some(
    ([name, setting]) => settingProblem(setting, settings[name], t) !== null,
  )
  if (client === null || coolDownH === null || isWrong) return null
  return {
    client,
    kind,
    settings: settings as Record<string, number | string>,
    recipients: recipients.length === 0 ? null : recipients,
    coolDownH,
    enabled,
  }
}

/** Nothing it would be asked of has its data: the rule cannot speak. */
export const restsEverywhere = (resting: AlertRule['resting']): boolean =>
  resting !== null && resting.locals === resting.of

/** Why a rule rests, and at how many locals when not at all; empty when it does not. */
export function restText(resting: AlertRule['resting'], t: Translate, locale: string): string {
  if (resting === null) return ''
  const modules = new Intl.ListFormat(locale).format(resting.modules.map((module) => t(`alerts:module.${module}`)))
  return t(restsEverywhere(resting) ? 'alerts:rules.restAll' : 'alerts:rules.restSome', { ...resting, modules })
}

/** The settings of a rule in one line: `Límite (%): 90`. */
export const settingsText = (
  { kind, settings }: Pick<AlertRule, 'kind' | 'settings'>,
  t: Translate,
  locale: string,
): string =>
  Object.keys(ALERT_RULES[kind].settings)
    .map((name) => {
      const value = settings[name] ?? ''
      return `${t(`alerts:setting.${name}`)}: ${typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value}`
    })
    .join(' · ')
