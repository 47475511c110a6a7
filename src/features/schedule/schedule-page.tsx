/**
 * The schedule manager: the client or local, then the week or the holidays. The choice is in the address; unsaved work
 * is guarded.
 */
import { hasChanges } from '#domain/holiday-days'
import { type ScheduleTarget, targetOf } from '#domain/schedule-scope'
import { EmptyState, NoClients, Page, QueryState, type Translate, UnsavedGuard, useUi } from '#ui'
import { ScheduleIcon } from '#ui/icons/areas.tsx'
import { useId, useState } from 'react'
import { useBlocker } from 'react-router'
import { HolidayEditor } from './holiday-editor.tsx'
import { type HolidayEdits, NO_EDITS } from './holiday-edits.ts'
import { PendingCover } from './pending-cover.tsx'
import { ScheduleFilters } from './schedule-filters.tsx'
import { useChoice } from './use-choice.ts'
import { type ClientHours, useClientHours, useClients } from './use-schedule-data.ts'
import type { EditShift } from './use-week.ts'
import { WeekEditor } from './week-editor.tsx'
import css from './schedule.module.css'

/** "Editor fade delay" of the specification (2, section 9). */
const EDITOR_FADE_MS = 400

/** Edits belong to what they were made of: when something else is chosen they are none. */
interface Edits {
  readonly of: string
  readonly week: readonly EditShift[] | null
  readonly holidays: HolidayEdits
}

export function SchedulePage() {
  const { t } = useUi()
  const heading = useId()
  const { choice, tab, choose, show } = useChoice()
  const clients = useClients()
  const client = clients.data?.find(({ id }, _, all) => id === choice.client || all.length === 1)?.id ?? null
  const hours = useClientHours(client)
  const target = hours.data === undefined ? null : targetOf({ ...choice, client }, hours.data)
  const key = `${tab} ${JSON.stringify(target)}`
  const [edits, setEdits] = useState<Edits>({ of: '', week: null, holidays: NO_EDITS })
  const mine = edits.of === key ? edits : { of: key, week: null, holidays: NO_EDITS }
  const isPending = mine.week !== null || hasChanges(mine.holidays.draft) || mine.holidays.place !== null
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isPending &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )

  return (
    <Page title={t('schedule:title')} note={t('schedule:note')}>
      <QueryState of={clients} skeleton="table" empty={<NoClients />}>
        {(all) => (
          <>
            <PendingCover isOn={isPending}>
              <ScheduleFilters
                clients={all}
                client={client}
                hours={hours.data}
                target={target}
                tab={tab}
                choose={choose}
                show={show}
              />
            </PendingCover>
            {client === null ? (
              <EmptyState icon={<ScheduleIcon size={20} />} title={t('schedule:chooseClient')}>
                {t('schedule:chooseClientText')}
              </EmptyState>
            ) : (
              <QueryState of={hours} skeleton="table" isEmpty={() => false}>
                {(data) =>
                  target !== null && (
                    <section
                      key={key}
                      className={css.fade}
                      style={{ animationDuration: `${EDITOR_FADE_MS}ms` }}
                      aria-labelledby={heading}
                    >
                      <h2 id={heading} className={css.target}>
                        {nameOf(
                          tab === 'holidays' ? wholeLocal(target) : target,
                          data,
                          all.find(({ id }) => id === client)?.name ?? '',
                          t,
                        )}
                      </h2>
                      {tab === 'week' ? (
                        <WeekEditor
                          target={target}
                          hours={data}
                          draft={mine.week}
                          setDraft={(week) => setEdits({ ...mine, week })}
                        />
                      ) : (
                        <HolidayEditor
                          target={target}
                          hours={data}
                          edits={mine.holidays}
                          setEdits={(holidays) => setEdits({ ...mine, holidays })}
                        />
                      )}
                    </section>
                  )
                }
              </QueryState>
            )}
          </>
        )}
      </QueryState>
      <UnsavedGuard isDirty={isPending} blocker={blocker} />
    </Page>
  )
}

/** Holidays are those of a local, whichever of its positions is chosen. */
const wholeLocal = (target: ScheduleTarget): ScheduleTarget =>
  target.scope === 'POSITION' ? { scope: 'LOCAL', client: target.client, local: target.local } : target

/** The edited target, by its names. */
function nameOf(target: ScheduleTarget, { locals, areas }: ClientHours, client: string, t: Translate): string {
  if (target.scope === 'CLIENT') return `${client} · ${t('schedule:allLocals')}`
  const local = locals.find(({ id }) => id === target.local)?.name ?? ''
  if (target.scope === 'POSITION') return `${local} · ${areas.find(({ area }) => area === target.area)?.name ?? ''}`
  return areas.filter((one) => one.local === target.local).length > 1
    ? `${local} · ${t('schedule:allPositions')}`
    : local
}
