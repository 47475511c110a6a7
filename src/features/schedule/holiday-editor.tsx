/** The holidays of a local: its year, the official days of its region, and the changes. */
import { holidayNames } from '#domain/holiday-names'
import { hasChanges, type HolidayKind, kindOf, missingOf, toggled } from '#domain/holiday-days'
import type { ScheduleTarget } from '#domain/schedule-scope'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import type { HolidayQuery } from '#schemas/generated/api/holiday-query.ts'
import { Checkbox, EmptyState, keepFocus, QueryState, StoreIcon, toasts, useUi } from '#ui'
import { useMemo, useRef, useState } from 'react'
import { HolidayBar } from './holiday-bar.tsx'
import { type HolidayEdits, NO_EDITS } from './holiday-edits.ts'
import { HolidayList } from './holiday-list.tsx'
import { HolidayYear } from './holiday-year.tsx'
import { PendingBar } from './pending-bar.tsx'
import { useSchedule } from './schedule-frame.tsx'
import { type ClientHours, useChangeHolidays, useHolidays } from './use-schedule-data.ts'
import css from './schedule.module.css'

export interface HolidayEditorProps {
  target: ScheduleTarget
  hours: ClientHours
  edits: HolidayEdits
  setEdits: (edits: HolidayEdits) => void
}

export function HolidayEditor({ target, ...rest }: HolidayEditorProps) {
  const { t } = useUi()
  if (target.scope === 'CLIENT')
    return (
      <EmptyState icon={<StoreIcon size={20} />} title={t('schedule:holidays.chooseLocal')}>
        {t('schedule:holidays.chooseLocalText')}
      </EmptyState>
    )
  return <OfLocal key={target.local} local={target.local} {...rest} />
}

function OfLocal({ local, ...rest }: Omit<HolidayEditorProps, 'target'> & { local: number }) {
  const { locale } = useUi()
  const [year, setYear] = useState<number | null>(null)
  const { place } = rest.edits
  const calendar = useHolidays(local, {
    language: locale as NonNullable<HolidayQuery['language']>,
    ...(year !== null && { year }),
    ...(place !== null && { country: place.country, ...(place.region !== null && { region: place.region }) }),
  })
  return (
    <QueryState of={calendar} skeleton="table" isEmpty={() => false}>
      {(data) => <Calendar calendar={data} isFetching={calendar.isPlaceholderData} onYear={setYear} {...rest} />}
    </QueryState>
  )
}

interface CalendarProps extends Omit<HolidayEditorProps, 'target'> {
  calendar: HolidayCalendar
  isFetching: boolean
  onYear: (year: number) => void
}

function Calendar({ calendar, isFetching, onYear, hours, edits, setEdits }: CalendarProps) {
  const { t, locale } = useUi()
  const { say } = useSchedule()
  const [isSaving, setSaving] = useState(false)
  const change = useChangeHolidays(calendar.local)
  const { draft, place, everywhere } = edits
  const { year, today } = calendar
  const stored = useMemo(() => new Map(calendar.days.map((one) => [one.day, one])), [calendar.days])
  const official = useMemo(() => new Map(calendar.official.map((one) => [one.day, one])), [calendar.official])
  const missing = missingOf(calendar.official, stored, draft, today)
  const nameOf = (day: string) => draft.add.get(day) ?? stored.get(day)?.name ?? official.get(day)?.name ?? ''
  const namesOf = (day: string) =>
    holidayNames(draft.add.get(day) ?? stored.get(day)?.name, official.get(day), calendar.language, locale)
  const kind = (day: string): HolidayKind => kindOf(day, stored.get(day), draft, today)
  const editor = useRef<HTMLDivElement>(null)
  /** A control that disappears after its action returns the focus to the last day. */
  const toYear = () => keepFocus(() => editor.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]'))
  const toggle = (day: string) => {
    setEdits({ ...edits, draft: toggled(day, kind(day), nameOf(day) || t('schedule:holidays.own'), draft) })
    toYear()
  }
  const addMissing = () => {
    setEdits({
      ...edits,
      draft: { ...draft, add: new Map([...draft.add, ...missing.map(({ day, name }) => [day, name] as const)]) },
    })
    toYear()
  }
  const discard = () => {
    setEdits(NO_EDITS)
    toYear()
  }

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const { locals } = await change({
        add: [...draft.add].map(([day, name]) => ({ day, name: name.trim() || t('schedule:holidays.own') })),
        remove: [...draft.remove],
        everywhere,
        ...(place !== null && { place }),
      })
      discard()
      toasts.success(t(locals === 1 ? 'schedule:holidays.saved' : 'schedule:holidays.savedMany', { count: locals }))
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setSaving(false)
    }
  }

  return (
    <div ref={editor} className={css.editor}>
      <HolidayBar
        calendar={calendar}
        onYear={onYear}
        onPlace={(place) => setEdits({ ...edits, place })}
        missing={missing.length}
        onAddMissing={addMissing}
      />
      <div className={css.holidays} data-stale={isFetching || undefined} aria-busy={isFetching}>
        <HolidayYear
          key={year}
          year={year}
          today={today}
          kindOf={kind}
          nameOf={(day) =>
            namesOf(day)
              .map(({ text }) => text)
              .join(' · ')
          }
          isOfficial={(day) => official.has(day)}
          isHoliday={(day) => stored.get(day)?.closed === true}
          onToggle={toggle}
        />
        <HolidayList
          calendar={calendar}
          draft={draft}
          kindOf={kind}
          namesOf={namesOf}
          onToggle={toggle}
          onRename={(day, name) =>
            setEdits({ ...edits, draft: { ...draft, add: new Map([...draft.add, [day, name]]) } })
          }
        />
      </div>
      {(hasChanges(draft) || place !== null) && (
        <PendingBar
          warning={everywhere ? t('schedule:affects.locals', { total: hours.locals.length }) : undefined}
          isSaving={isSaving}
          onSave={() => void save()}
          onDiscard={discard}
        >
          {hours.locals.length > 1 && hasChanges(draft) && (
            <Checkbox isSelected={everywhere} onChange={(on) => setEdits({ ...edits, everywhere: on })}>
              {t('schedule:holidays.everywhere', { count: hours.locals.length })}
            </Checkbox>
          )}
        </PendingBar>
      )}
    </div>
  )
}
