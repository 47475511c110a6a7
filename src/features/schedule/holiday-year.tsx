/** Twelve months of days to press. One stop for Tab; arrows walk through the year, Enter and Space change a day. */
import { monthName, writtenDay } from '#domain/written'
import { addMonths } from '#domain/calendar'
import { civil, dayNumber, dayOf, daysInMonth, isoDay, weekday } from '#domain/days'
import { HOLIDAY_KINDS, type HolidayKind } from '#domain/holiday-days'
import { useUi } from '#ui'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { dayNames } from './day-names.ts'
import css from './schedule.module.css'

export interface HolidayYearProps {
  year: number
  today: string
  kindOf: (day: string) => HolidayKind
  nameOf: (day: string) => string
  isOfficial: (day: string) => boolean
  isHoliday: (day: string) => boolean
  onToggle: (day: string) => void
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

function stepOf(day: number, key: string): number | null {
  switch (key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - 7
    case 'ArrowDown':
      return day + 7
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    case 'Home':
      return day - weekday(day) + 1
    case 'End':
      return day - weekday(day) + 7
    default:
      return null
  }
}

export function HolidayYear({ year, today, kindOf, nameOf, isOfficial, isHoliday, onToggle }: HolidayYearProps) {
  const { t, locale } = useUi()
  const names = useMemo(() => dayNames(locale, t), [locale, t])
  const [first, last] = [dayOf(year, 1, 1), dayOf(year, 12, 31)]
  const now = dayNumber(today)
  const [at, setAt] = useState(Math.min(last, Math.max(first, now)))
  const grid = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${isoDay(at)}"]`)?.focus()
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(at, event.key)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    wantsFocus.current = true
    setAt(Math.min(last, Math.max(first, next)))
  }

  return (
    <div className={css.yearBox}>
      <ul className={css.legend} aria-label={t('schedule:holidays.legend')}>
        {HOLIDAY_KINDS.map((kind) => (
          <li key={kind}>
            <span className={css.swatch} data-kind={kind} aria-hidden="true" />
            {t(`schedule:kind.${kind}`)}
          </li>
        ))}
        <li>
          <span className={css.swatch} data-kind="working" data-official aria-hidden="true" />
          {t('schedule:holidays.official')}
        </li>
      </ul>
      <div ref={grid} className={css.months}>
        {MONTHS.map((month) => {
          const begin = dayOf(year, month, 1)
          return (
            <div key={month} className={css.month} role="group" aria-label={`${monthName(month, locale)} ${year}`}>
              <h3>{monthName(month, locale)}</h3>
              <div className={css.monthGrid}>
                {names.map(({ day, letter }) => (
                  <span key={day} className={css.monthHead} aria-hidden="true">
                    {letter}
                  </span>
                ))}
                {Array.from({ length: daysInMonth(year, month) }, (_, n) => begin + n).map((day) => {
                  const iso = isoDay(day)
                  const kind = kindOf(iso)
                  const name = nameOf(iso)
                  return (
                    <button
                      key={day}
                      type="button"
                      className={css.day}
                      data-day={iso}
                      data-kind={kind}
                      data-official={(kind === 'working' && isOfficial(iso)) || undefined}
                      data-holiday={isHoliday(iso) || undefined}
                      data-today={iso === today || undefined}
                      style={day === begin ? { gridColumnStart: weekday(day) } : undefined}
                      tabIndex={day === at ? 0 : -1}
                      aria-disabled={kind === 'fixed' || undefined}
                      aria-label={[writtenDay(day, 'fullDay', locale), name, t(`schedule:kind.${kind}`)]
                        .filter(Boolean)
                        .join(', ')}
                      title={name === '' ? undefined : name}
                      onFocus={() => setAt(day)}
                      onKeyDown={onKeyDown}
                      onClick={() => {
                        if (kind !== 'fixed') onToggle(iso)
                      }}
                    >
                      {civil(day).date}
                    </button>
                  )
                })}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
