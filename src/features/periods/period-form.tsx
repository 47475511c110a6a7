/** Further inputs of a preset: a campaign, two ranges, or the four advanced fields. */
import {
  type CampaignPeriod,
  FIRST_YEAR,
  PERIOD_UNITS,
  type PeriodUnit,
  type PeriodValues,
  type PresetKey,
} from '#domain/periods'
import { daysText } from '#domain/period-text'
import { NumberField, SegmentedControl, Select, useUi } from '#ui'
import { DateRangePicker } from '#ui/date-fields.tsx'
import css from './period-control.module.css'

export interface PeriodFormProps {
  preset: PresetKey
  values: PeriodValues
  campaigns: readonly CampaignPeriod[]
  today: string
  onChange: (values: PeriodValues) => void
}

export function PeriodForm(props: PeriodFormProps) {
  switch (props.preset) {
    case 'campaigns':
      return <CampaignFields {...props} />
    case 'customPeriods':
      return <CustomFields {...props} />
    case 'noPeriods':
      return <SingleField {...props} />
    case 'advanced':
      return <AdvancedFields {...props} />
    default:
      return null
  }
}

function CampaignFields({ values, campaigns, onChange }: PeriodFormProps) {
  const { t, locale } = useUi()
  if (campaigns.length === 0) return <p className={css.hint}>{t('app:period.noCampaigns')}</p>
  return (
    <Select
      label={t('app:period.campaign')}
      value={values.campaign ?? null}
      options={campaigns.map(({ id, name, ...days }) => ({ id, label: name, hint: daysText(days, locale) }))}
      onChange={(campaign) => onChange({ ...values, campaign: campaign ?? undefined })}
    />
  )
}

const bounds = (today: string) => ({ min: `${FIRST_YEAR}-01-01`, max: `${Number(today.slice(0, 4)) + 2}-12-31` })
const whole = (range: { begin?: string; end?: string } | undefined) =>
  range?.begin && range.end ? { begin: range.begin, end: range.end } : null

function SingleField({ values, today, onChange }: PeriodFormProps) {
  const { t } = useUi()
  return (
    <DateRangePicker
      label={t('app:period.comparing')}
      value={whole(values.comparing)}
      onChange={(range) => onChange({ ...values, comparing: range ?? undefined })}
      {...bounds(today)}
    />
  )
}

function CustomFields(props: PeriodFormProps) {
  const { t } = useUi()
  const { values, today, onChange } = props
  return (
    <>
      <SingleField {...props} />
      <DateRangePicker
        label={t('app:period.reference')}
        value={whole(values.reference)}
        onChange={(range) => onChange({ ...values, reference: range ?? undefined })}
        {...bounds(today)}
      />
    </>
  )
}

function AdvancedFields({ values, onChange }: PeriodFormProps) {
  const { t } = useUi()
  const units = PERIOD_UNITS.map((unit) => ({ id: unit, label: t(`app:period.${unit}`) }))
  const now = {
    thisOrLast: 'this',
    thisOrLastPeriod: 'week',
    howManyPeriodsInThePast: 1,
    periodsInThePast: 'week',
    ...values,
  } as const
  const set = (change: Partial<PeriodValues>) => onChange({ ...now, ...change })
  return (
    <>
      <SegmentedControl
        label={t('app:period.thisOrLast')}
        value={now.thisOrLast}
        onChange={(thisOrLast) => set({ thisOrLast })}
        segments={[
          { id: 'this', label: t('app:period.this') },
          { id: 'last', label: t('app:period.last') },
        ]}
      />
      <Select
        label={t('app:period.unit')}
        options={units}
        value={now.thisOrLastPeriod as PeriodUnit}
        onChange={(unit) => set({ thisOrLastPeriod: unit ?? 'week' })}
      />
      <NumberField
        label={t('app:period.howMany')}
        value={now.howManyPeriodsInThePast}
        min={1}
        max={120}
        onChange={(count) => set({ howManyPeriodsInThePast: count ?? 1 })}
      />
      <Select
        label={t('app:period.past')}
        options={units}
        value={now.periodsInThePast as PeriodUnit}
        onChange={(unit) => set({ periodsInThePast: unit ?? 'week' })}
      />
    </>
  )
}
