import { problemOfPart, type Setup, type Week } from '#domain/presetup'
import { splitAtMidnight, WEEK_DAYS } from '#domain/schedule'
import { readTime } from '#domain/week-edit'
import { weekdayName } from '#domain/written'
import { Button, IconButton, TextField, useUi, VisuallyHidden } from '#ui'
import { CloseIcon, PlusIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useLeaving } from '../leaving.tsx'
import { setupProblemText } from './step.ts'
import css from '../site/site.module.css'

const weekOf = ({ schedules }: Setup, area: string): Week =>
  Object.hasOwn(schedules, area) ? (schedules[area] ?? {}) : {}

/** A shift on these days; one that passes midnight becomes two, as everywhere. */
function withShift(week: Week, shift: { begin: string; end: string; days: readonly number[] }): Week {
  const next: Week = { ...week }
  for (const { begin, end, days } of splitAtMidnight(shift))
    for (const day of days)
      next[day] = [...(next[day] ?? []), [begin, end]].toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  return next
}

interface AreaWeekProps {
  area: string
  setup: Setup
  onWeek: (week: Week) => void
  onRemove: () => void
}

export function AreaWeek({ area, setup, onWeek, onRemove }: AreaWeekProps) {
  const { t, locale } = useUi()
  const week = weekOf(setup, area)
  const others = setup.areas.filter((one) => one !== area && Object.keys(weekOf(setup, one)).length > 0)
  return (
    <section className={css.area} aria-label={area}>
      <div className={css.areaHead}>
        <h3>{area}</h3>
        <IconButton label={t('admin:removeName', { name: area })} icon={<TrashIcon />} onPress={onRemove} />
      </div>
      <AddShift area={area} setup={setup} onWeek={onWeek} />
      {Object.keys(week).length === 0 && others.length > 0 && (
        <div className={css.shifts}>
          {others.map((other) => (
            <button key={other} type="button" className={css.chip} onClick={() => onWeek(weekOf(setup, other))}>
              {t('noun-presetups:sameAs', { area: other })}
            </button>
          ))}
        </div>
      )}
      <ul className={css.week}>
        {WEEK_DAYS.map((day) => {
          const shifts = week[day] ?? []
          return (
            <li key={day} className={css.day}>
              <span>{weekdayName(day, locale)}</span>
              <span className={css.shifts}>
                {shifts.length === 0 && <span className={css.none}>{t('noun-presetups:closed')}</span>}
                {shifts.map(([begin = '', end = ''], at) => (
                  <button
                    key={`${begin}-${end}`}
                    type="button"
                    className={css.chip}
                    aria-label={t('admin:removeName', { name: `${weekdayName(day, locale)} ${begin}–${end}` })}
                    onClick={() => onWeek({ ...week, [day]: shifts.filter((_, place) => place !== at) })}
                  >
                    {begin}–{end}
                    <CloseIcon size={14} />
                  </button>
                ))}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function AddShift({ area, setup, onWeek }: Pick<AreaWeekProps, 'area' | 'setup' | 'onWeek'>) {
  const { t, locale } = useUi()
  const [times, setTimes] = useState({ begin: '', end: '' })
  const [days, setDays] = useState<readonly number[]>([])
  const [isTried, setTried] = useState(false)
  const [begin, end] = [readTime(times.begin), readTime(times.end)]
  const week = begin === null || end === null ? null : withShift(weekOf(setup, area), { begin, end, days })
  const problem = week === null ? null : problemOfPart({ ...setup, schedules: { [area]: week } }, 'schedule')
  const add = () => {
    const isRight = week !== null && days.length > 0 && problem === null
    setTried(!isRight)
    if (!isRight) return false
    onWeek(week)
    setTimes({ begin: '', end: '' })
    setDays([])
    return true
  }
  useLeaving(times.begin.trim() === '' && times.end.trim() === '' && days.length === 0, add)
  const time = (name: 'begin' | 'end') => (
    <TextField
      label={t(`noun-presetups:${name}`)}
      isRequired
      inputMode="numeric"
      placeholder={name === 'begin' ? '10:00' : '20:00'}
      maxLength={5}
      autoComplete="off"
      value={times[name]}
      error={isTried && readTime(times[name]) === null ? t('noun-presetups:timeNeeded') : null}
      onChange={(value) => setTimes({ ...times, [name]: value })}
      onBlur={() => setTimes((now) => ({ ...now, [name]: readTime(now[name]) ?? now[name] }))}
    />
  )
  return (
    <form
      className={css.add}
      aria-label={t('noun-presetups:addShiftTo', { area })}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      {time('begin')}
      {time('end')}
      <div className={css.field} data-wide>
        <span className={css.label}>{t('noun-presetups:days')}</span>
        <div className={css.days} role="group" aria-label={t('noun-presetups:days')}>
          {WEEK_DAYS.map((day) => {
            const isOn = days.includes(day)
            return (
              <button
                key={day}
                type="button"
                className={css.dayButton}
                aria-pressed={isOn}
                onClick={() => setDays(isOn ? days.filter((one) => one !== day) : [...days, day])}
              >
                <span aria-hidden="true">{weekdayName(day, locale, 'short').replace('.', '').slice(0, 3)}</span>
                <VisuallyHidden>{weekdayName(day, locale)}</VisuallyHidden>
              </button>
            )
          })}
        </div>
        {isTried && days.length === 0 && (
          <span role="alert" className={css.error}>
            {t('noun-presetups:dayNeeded')}
          </span>
        )}
        {isTried && problem !== null && (
          <span role="alert" className={css.error}>
            {setupProblemText(t, locale, problem)}
          </span>
        )}
      </div>
      <div className={css.big} data-wide>
        <Button type="submit" icon={<PlusIcon />}>
          {t('noun-presetups:addShift')}
        </Button>
      </div>
    </form>
  )
}
