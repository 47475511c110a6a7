/** The settings behind a local's figures: its own over those of its type (metrics.md 5.11). */
import type { Local } from '#schemas/generated/entities/local.ts'
import type { LocalParams } from '#schemas/generated/entities/local-params.ts'
import { SETTINGS, settingFor } from './metrics/settings.ts'

export type LocalSettings = Omit<LocalParams, 'local' | 'status'>

export function localParams(
  { id, type, paramStatus }: Pick<Local, 'id' | 'type' | 'paramStatus'>,
  own: Partial<LocalSettings> = {},
): LocalParams {
  return {
    local: id,
    status: paramStatus,
    bounceThresholdS: settingFor(SETTINGS.bounceThresholdS, type),
    dwellEdgesMin: [...settingFor(SETTINGS.dwellEdgesMin, type)],
    repetitionEdgesDays: [...settingFor(SETTINGS.repetitionEdgesDays, type)],
    rssiIgnoreDbm: settingFor(SETTINGS.rssiIgnoreDbm, type),
    rssiFrontDbm: settingFor(SETTINGS.rssiFrontDbm, type),
    rssiInsideDbm: settingFor(SETTINGS.rssiInsideDbm, type),
    frontMode: settingFor(SETTINGS.frontMode, type),
    conversionDenominator: settingFor(SETTINGS.conversionDenominator, type),
    ...own,
  }
}
