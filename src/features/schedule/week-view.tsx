/** A week of shifts to look at, to drag in, and to edit with the keys alone. */
import { openMinutes } from '#domain/schedule'
import { closingMinute, DAY_MINUTES, movedTo, openingMinute, resizedTo, STEP_MINUTES } from '#domain/week-edit'
import type { WeekShift } from '#domain/week-edit'
import { useKeptFocus, useUi, VisuallyHidden } from '#ui'
import { type KeyboardEvent, type RefObject, useId, useMemo } from 'react'
import { dayNames } from './day-names.ts'
import type { EditShift, WeekEditing } from './use-week.ts'
import { type Ghost, useWeekDrag } from './use-week-drag.ts'
import css from './schedule.module.css'

export interface WeekViewProps {
  week: WeekEditing
  /** The ground of the shifts; it can take the focus. */
  layer: RefObject<HTMLDivElement | null>
  onOpen: (shift: EditShift) => void
  /** A shift is to be added on this day. */
  onAsk: (weekDay: number) => void
}

const HOURS = Array.from({ length: 25 }, (_, hour) => hour)
const placeOf = ({ weekDay, opening, closing }: WeekShift) => ({
  left: `${((weekDay - 1) / 7) * 100}%`,
  top: `${(openingMinute(opening) / DAY_MINUTES) * 100}%`,
  height: `${((closingMinute(closing) - openingMinute(opening)) / DAY_MINUTES) * 100}%`,
})
const sizeOf = (shift: WeekShift) =>
  closingMinute(shift.closing) - openingMinute(shift.opening) < 60 ? 'short' : undefined

/**
 * The effect of arrow keys on a shift: plain they move it, with Shift its end, with Alt its begin. Undefined for other
 * keys.
 */
function keyed(
  shift: EditShift,
  { key, shiftKey, altKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>,
): EditShift | undefined {
  const down = key === 'ArrowDown' ? STEP_MINUTES : key === 'ArrowUp' ? -STEP_MINUTES : 0
  if (down !== 0 && shiftKey) return resizedTo(shift, 'closing', closingMinute(shift.closing) + down)
  if (down !== 0 && altKey) return resizedTo(shift, 'opening', openingMinute(shift.opening) + down)
  if (down !== 0) return movedTo(shift, shift.weekDay, openingMinute(shift.opening) + down)
  if (shiftKey || altKey) return undefined
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return movedTo(shift, shift.weekDay + (key === 'ArrowRight' ? 1 : -1), openingMinute(shift.opening))
  return undefined
}

export function WeekView({ week, layer, onOpen, onAsk }: WeekViewProps) {
  const { t, locale } = useUi()
  const help = useId()
  const names = useMemo(() => dayNames(locale, t), [locale, t])
  const hours = useMemo(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }), [locale])
  const drop = ({ drag, shift }: Ghost) => {
    if (drag.kind === 'create') week.add({ begin: shift.opening, end: shift.closing, days: [shift.weekDay] })
    else week.change(drag.shift, { ...shift, id: drag.shift.id })
  }
  const { ghost, handlers } = useWeekDrag(week.shifts, drop)
  useKeptFocus(layer, '[data-shift]', () => layer.current)
  const moving = ghost === null || ghost.drag.kind === 'create' ? null : ghost.drag.shift

  const onKeyDown = (shift: EditShift) => (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return week.remove(shift)
    }
    const next = keyed(shift, event)
    if (next === undefined) return
    event.preventDefault()
    if (week.change(shift, next) === null) week.tell(week.sayShift(next))
  }

  return (
    <div className={css.week}>
      <div className={css.head}>
        {names.map(({ day, letter, short, long }) => {
          const open = openMinutes(week.shifts, day) / 60
          return (
            <button
              key={day}
              type="button"
              className={css.dayHead}
              title={t('schedule:week.addOn', { day: long })}
              onClick={() => onAsk(day)}
            >
              <span className={css.dayName}>
                <span className={css.wide}>{short}</span>
                <span className={css.narrow}>{letter}</span>
              </span>
              <span className={css.dayHours} data-none={open === 0 || undefined}>
                {open === 0 ? '–' : t('schedule:week.hours', { hours: hours.format(open) })}
              </span>
              <VisuallyHidden>{t('schedule:week.addOn', { day: long })}</VisuallyHidden>
            </button>
          )
        })}
      </div>
      <div className={css.axis} aria-hidden="true">
        {HOURS.filter((hour) => hour % 2 === 0).map((hour) => (
          <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
            {hour}:00
          </span>
        ))}
      </div>
      <div
        ref={layer}
        tabIndex={-1}
        className={css.layer}
        data-drag={ghost?.drag.kind}
        role="group"
        aria-label={t('schedule:week.label')}
        aria-describedby={help}
        {...handlers}
      >
        {week.shifts.map((shift) => (
          <button
            key={shift.id}
            type="button"
            className={css.shift}
            data-shift={shift.id}
            data-size={sizeOf(shift)}
            data-lifted={moving === shift || undefined}
            style={placeOf(shift)}
            aria-label={week.nameShift(shift)}
            aria-describedby={help}
            onClick={() => onOpen(shift)}
            onKeyDown={onKeyDown(shift)}
          >
            <span className={css.edge} />
            <span className={css.times}>
              <span>{shift.opening}</span>
              <span className={css.dash}>–</span>
              <span>{shift.closing}</span>
            </span>
            <span className={css.edge} />
          </button>
        ))}
        {ghost !== null && (
          <div className={css.ghost} data-size={sizeOf(ghost.shift)} style={placeOf(ghost.shift)}>
            <span className={css.times}>
              <span>{ghost.shift.opening}</span>
              <span className={css.dash}>–</span>
              <span>{ghost.shift.closing}</span>
            </span>
          </div>
        )}
      </div>
      <p id={help} className={css.help}>
        <span className={css.helpKeys}>{t('schedule:week.help')}</span>
        <span className={css.helpTouch}>{t('schedule:week.helpTouch')}</span>
      </p>
    </div>
  )
}
