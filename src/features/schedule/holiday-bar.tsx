/** Above the holidays of a local: its year, its region, and the official days that it lacks. */
import { FIRST_YEAR } from '#domain/period-options'
import { lastYearAt } from '#domain/year-limit'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import { Button, ChevronLeftIcon, ChevronRightIcon, IconButton, PlusIcon, Select, useUi } from '#ui'
import { useMemo } from 'react'
import type { HolidayEdits } from './holiday-edits.ts'
import css from './schedule.module.css'

interface HolidayBarProps {
  calendar: HolidayCalendar
  onYear: (year: number) => void
  onPlace: (place: HolidayEdits['place']) => void
  /** So many official days are no holidays of it. */
  missing: number
  onAddMissing: () => void
}

export function HolidayBar({ calendar, onYear, onPlace, missing, onAddMissing }: HolidayBarProps) {
  const { t, locale } = useUi()
  const { year, today, country, region } = calendar
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return calendar.countries
      .map((id) => ({ id, label: names.of(id) ?? id }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  }, [calendar.countries, locale])
  return (
    <div className={css.holidayBar}>
      <div className={css.yearBar}>
        <IconButton
          label={t('schedule:holidays.before')}
          icon={<ChevronLeftIcon />}
          isDisabled={year <= FIRST_YEAR}
          onPress={() => onYear(year - 1)}
        />
        <strong className={css.year} aria-live="polite">
          {year}
        </strong>
        <IconButton
          label={t('schedule:holidays.after')}
          icon={<ChevronRightIcon />}
          isDisabled={year >= lastYearAt(today)}
          onPress={() => onYear(year + 1)}
        />
      </div>
      <div className={css.filter}>
        <Select
          label={t('schedule:holidays.country')}
          options={countries}
          value={country}
          onChange={(id) => id !== null && onPlace({ country: id, region: null })}
        />
      </div>
      {calendar.regions.length > 0 && (
        <div className={css.filter}>
          <Select
            label={t('schedule:holidays.region')}
            options={calendar.regions.map(({ code, name }) => ({ id: code, label: name }))}
            value={region}
            emptyLabel={t('schedule:holidays.wholeCountry')}
            onChange={(id) => country !== null && onPlace({ country, region: id })}
          />
        </div>
      )}
      {missing > 0 && (
        <div className={css.addAll}>
          <Button icon={<PlusIcon />} onPress={onAddMissing}>
            {t('schedule:holidays.addAll', { count: missing })}
          </Button>
        </div>
      )}
    </div>
  )
}
