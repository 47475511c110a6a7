/** Settings of a report: name, files, language, and the schedule where there is one. */
import { LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import { weekdayName } from '#domain/written'
import type { ReportCadence } from '#schemas/generated/entities/report-cadence.ts'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import type { ReportOptions } from '#schemas/generated/entities/report-options.ts'
import { CheckboxGroup, nameProblem, NumberField, Select, TextField, useUi } from '#ui'
import { useMemo } from 'react'
import { WEEKLY } from './ports.ts'
import { hourName } from '../lib/cadence-words.ts'
import { timeZoneOptions } from '../lib/time-zones.ts'
import css from './reports.module.css'

export type Settings = Pick<ReportWhat, 'name' | 'formats' | 'lang' | 'timeZone'> & {
  readonly cadence: ReportCadence | null
}

const REPEATS = ['once', 'day', 'week', 'month'] as const

export interface SettingsFieldsProps {
  value: Settings
  onChange: (value: Settings) => void
  /** Null while it is being asked. */
  options: ReportOptions | null
  /** A report that is changed stays a schedule. */
  mayBeOnce: boolean
}

export function SettingsFields({ value, onChange, options, mayBeOnce }: SettingsFieldsProps) {
  const { t, locale } = useUi()
  const { cadence } = value
  const { timeZone: here } = value
  const zones = useMemo(() => timeZoneOptions(locale, ['UTC', here]), [locale, here])
  const set = (part: Partial<Settings>) => onChange({ ...value, ...part })
  const when = (part: Partial<ReportCadence>) => set({ cadence: { ...(cadence ?? WEEKLY), ...part } })
  return (
    <div className={css.settings}>
      <TextField
        label={t('reports:name')}
        isRequired
        maxLength={120}
        help={t('reports:nameHelp')}
        error={nameProblem(value.name, t)}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <CheckboxGroup
        label={t('reports:formats')}
        value={value.formats}
        onChange={(formats) => set({ formats })}
        error={value.formats.length === 0 ? t('ui.field.mandatory') : null}
        options={[
          {
            id: 'pdf' as const,
            label: t('reports:format.pdf'),
            hint: options?.pdf === false ? t('errors:REPORT_NO_CHROMIUM') : t('reports:format.pdfHint'),
            isDisabled: options?.pdf === false && !value.formats.includes('pdf'),
          },
          { id: 'csv' as const, label: t('reports:format.csv'), hint: t('reports:format.csvHint') },
        ]}
      />
      <div className={css.row}>
        <Select
          label={t('reports:lang')}
          options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          value={value.lang}
          onChange={(lang) => {
            if (lang !== null) set({ lang })
          }}
        />
        <Select
          label={t('reports:repeat')}
          options={REPEATS.filter((id) => mayBeOnce || id !== 'once').map((id) => ({
            id,
            label: t(`reports:repeat.${id}`),
          }))}
          value={cadence?.every ?? 'once'}
          onChange={(every) => {
            if (every === 'once') set({ cadence: null })
            else if (every !== null) when({ every })
          }}
        />
      </div>
      {cadence !== null && (
        <div className={css.row}>
          {cadence.every === 'week' && (
            <Select
              label={t('reports:weekday')}
              options={[1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, label: weekdayName(id, locale) }))}
              value={cadence.weekday}
              onChange={(weekday) => {
                if (weekday !== null) when({ weekday })
              }}
            />
          )}
          {cadence.every === 'month' && (
            <NumberField
              label={t('reports:day')}
              help={cadence.day > 28 ? t('reports:dayHelp') : undefined}
              min={1}
              max={31}
              value={cadence.day}
              onChange={(day) => {
                if (day !== null) when({ day })
              }}
            />
          )}
          <Select
            label={t('reports:hour')}
            options={Array.from({ length: 24 }, (_, id) => ({ id, label: hourName(id) }))}
            value={cadence.hour}
            onChange={(hour) => {
              if (hour !== null) when({ hour })
            }}
          />
          <Select
            label={t('reports:zone')}
            options={zones}
            value={value.timeZone}
            onChange={(timeZone) => {
              if (timeZone !== null) set({ timeZone })
            }}
          />
        </div>
      )}
      {cadence !== null && <p className={css.note}>{t('reports:frozenNote')}</p>}
      {options?.domains !== null && options !== null && (
        <p className={css.note}>
          {options.domains.length === 0
            ? t('reports:onlySelf')
            : t('reports:domains', { domains: options.domains.join(', ') })}
        </p>
      )}
    </div>
  )
}
