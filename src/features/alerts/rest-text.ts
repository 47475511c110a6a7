import { tableMoment } from '#domain/moment'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Translate } from '#ui'

/** None of its subjects has the data: the rule cannot fire. */
export const restsEverywhere = (resting: AlertRule['resting']): boolean =>
  resting !== null && resting.locals === resting.of

/** Why a rule rests, and at how many locals when not at all; empty when it does not. */
export function restText(resting: AlertRule['resting'], t: Translate, locale: string): string {
  if (resting === null) return ''
  const modules = new Intl.ListFormat(locale).format(resting.modules.map((module) => t(`alerts:module.${module}`)))
  return t(restsEverywhere(resting) ? 'alerts:rules.restAll' : 'alerts:rules.restSome', { ...resting, modules })
}

/** Why a rule does not fire now, or sends no mail; empty when it does. */
export function whyQuiet({ resting, restReason, mute }: AlertRule, t: Translate, locale: string): string {
  if (restReason !== null) return t(`alerts:rest.${restReason}`)
  if (mute !== null) {
    const muted = t('alerts:rest.muted', { until: tableMoment(mute.until) })
    return mute.note === null ? muted : `${muted} · ${mute.note}`
  }
  return restText(resting, t, locale)
}
