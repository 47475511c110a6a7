/** The holidays of the year by date: kept, to be added, to be removed, and the official ones that are not kept. */
import { writtenDay } from '#domain/written'
import { dayNumber } from '#domain/days'
import type { HolidayDraft, HolidayKind } from '#domain/holiday-days'
import type { SaidName } from '#domain/holiday-names'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import { Badge, Button, TextField, type Tone, useUi } from '#ui'
import css from './schedule.module.css'

export interface HolidayListProps {
  calendar: HolidayCalendar
  draft: HolidayDraft
  kindOf: (day: string) => HolidayKind
  /** In the order they are said in; none for a day without a name. */
  namesOf: (day: string) => readonly SaidName[]
  onToggle: (day: string) => void
  onRename: (day: string, name: string) => void
}

const TONES: Readonly<Record<HolidayKind, Tone>> = {
  working: 'neutral',
  holiday: 'accent',
  toAdd: 'good',
  toRemove: 'bad',
  fixed: 'neutral',
}
const ACTS: Readonly<Record<Exclude<HolidayKind, 'fixed'>, string>> = {
  working: 'add',
  holiday: 'remove',
  toAdd: 'undo',
  toRemove: 'undo',
}

export function HolidayList({
  calendar: { year, days, official },
  draft,
  kindOf,
  namesOf,
  onToggle,
  onRename,
}: HolidayListProps) {
  const { t, locale } = useUi()
  const officials = new Set(official.map(({ day }) => day))
  const listed = [
    ...new Set([
      ...days.map(({ day }) => day),
      ...officials,
      ...[...draft.add.keys()].filter((day) => day.startsWith(String(year))),
    ]),
  ].toSorted()
  const stored = new Map(days.map(({ day, closed }) => [day, closed]))
  /** The kind of the day; a missing button shows that it cannot be changed any more. */
  const wordOf = (day: string, kind: HolidayKind) => {
    if (kind === 'toAdd' || kind === 'toRemove') return t(`schedule:holidays.${kind}`)
    const closed = stored.get(day)
    return t(
      closed === undefined ? 'schedule:holidays.notKept' : closed ? 'schedule:kind.holiday' : 'schedule:holidays.open',
    )
  }
  return (
    <section className={css.list} aria-label={t('schedule:holidays.list', { year })}>
      <h3>{t('schedule:holidays.list', { year })}</h3>
      {listed.length === 0 && <p className={css.note}>{t('schedule:holidays.none')}</p>}
      <ol>
        {listed.map((day) => {
          const kind = kindOf(day)
          const [name, other] = namesOf(day)
          const words = writtenDay(dayNumber(day), 'weekdayDay', locale)
          const isOwn = kind === 'toAdd' && !officials.has(day)
          return (
            <li key={day} data-kind={kind}>
              <span className={css.listDay}>{words}</span>
              <span className={css.listName}>
                {isOwn ? (
                  <TextField
                    label={t('schedule:holidays.name', { day: words })}
                    value={name?.text ?? ''}
                    maxLength={120}
                    onChange={(next) => onRename(day, next)}
                  />
                ) : name === undefined ? (
                  t('schedule:holidays.own')
                ) : (
                  <>
                    <span lang={name.language}>{name.text}</span>
                    {other !== undefined && (
                      <span className={css.otherName} lang={other.language}>
                        {other.text}
                      </span>
                    )}
                  </>
                )}
              </span>
              <Badge tone={TONES[kind]}>{wordOf(day, kind)}</Badge>
              {kind === 'fixed' ? (
                <span />
              ) : (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={t(`schedule:holidays.${ACTS[kind]}On`, { day: words })}
                  onPress={() => onToggle(day)}
                >
                  {t(`schedule:holidays.${ACTS[kind]}`)}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      <p className={css.note}>{t('schedule:holidays.source')}</p>
    </section>
  )
}
