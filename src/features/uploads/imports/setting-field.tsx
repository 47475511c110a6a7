/** The control of one setting: in its step, and beside the question that it answers. */
import { Select, useUi } from '#ui'
import { useMemo } from 'react'
import { timeZoneOptions } from '../../lib/time-zones.ts'
import type { ImportWork } from './use-import.ts'
import css from './imports.module.css'

const CHOICES = {
  dateOrder: ['dmy', 'mdy'],
  decimal: [',', '.'],
  separator: [',', ';', '\t', '|'],
  lines: ['counts', 'parts', 'passages', 'running', 'daily'],
  duplicates: ['last', 'first', 'max', 'sum'],
  directions: ['swapped'],
  empty: ['retract'],
  offsets: ['trust', 'ignore'],
} as const
type ChoiceSetting = keyof typeof CHOICES
export type FieldSetting = ChoiceSetting | 'timeZone' | 'sheet'

/** Parts of text keys: a sign is no word. */
const WORDS: Readonly<Record<string, string>> = {
  ',': 'comma',
  '.': 'point',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

export const isFieldSetting = (setting: string | null): setting is FieldSetting =>
  setting !== null && (setting === 'timeZone' || setting === 'sheet' || setting in CHOICES)

interface SettingFieldProps {
  setting: FieldSetting
  work: ImportWork
  /** It has to be said. */
  isAsked: boolean
  /** The question is above the control and says what is wrong. */
  inQuestion?: boolean
}

export function SettingField({ setting, work, isAsked, inQuestion = false }: SettingFieldProps) {
  const { t, locale } = useUi()
  const sheets = work.now.preview?.sheets
  const zone = work.valueOf('timeZone') ?? null
  const options = useMemo(() => {
    if (setting === 'timeZone') return timeZoneOptions(locale, [zone])
    if (setting === 'sheet') return (sheets ?? []).map((id) => ({ id, label: id }))
    return CHOICES[setting].map((id) => ({ id: id as string, label: t(`imports:${setting}.${WORDS[id] ?? id}`) }))
  }, [setting, sheets, zone, locale, t])
  const emptyKey =
    setting === 'duplicates' || setting === 'directions' || setting === 'empty' || setting === 'offsets'
      ? `imports:${setting}.default`
      : 'imports:automatic'
  const value = work.valueOf(setting) ?? null
  const isMissing = isAsked && value === null
  return (
    <div className={css.setting}>
      <Select
        label={t(`imports:${setting}`)}
        options={options}
        value={value}
        onChange={(next) => work.change({ [setting]: next })}
        emptyLabel={t(isMissing ? 'imports:choose' : emptyKey)}
        error={isMissing && !inQuestion ? t('imports:asked') : undefined}
        help={work.isFound(setting) && value !== null ? t('imports:found') : undefined}
      />
    </div>
  )
}
