/** Which client, local and position; and whether their week or their holidays. */
import type { ScheduleChoice, ScheduleTarget } from '#domain/schedule-scope'
import type { Client } from '#schemas/generated/entities/client.ts'
import { EntitySelector, SegmentedControl, Select, useUi } from '#ui'
import { type ScheduleTab, VIEWS } from './use-choice.ts'
import type { ClientHours } from './use-schedule-data.ts'
import css from './schedule.module.css'

export interface ScheduleFiltersProps {
  clients: readonly Client[]
  client: number | null
  hours: ClientHours | undefined
  target: ScheduleTarget | null
  tab: ScheduleTab
  choose: (next: Partial<ScheduleChoice>) => void
  show: (tab: ScheduleTab) => void
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name)

export function ScheduleFilters({ clients, client, hours, target, tab, choose, show }: ScheduleFiltersProps) {
  const { t } = useUi()
  const local = target === null || target.scope === 'CLIENT' ? null : target.local
  const areas = hours?.areas.filter((one) => one.local === local) ?? []
  const hasOnlyLocal = hours?.locals.length === 1
  return (
    <div className={css.filters}>
      {clients.length > 1 && (
        <div className={css.filter}>
          <EntitySelector
            label={t('schedule:client')}
            items={clients.toSorted(byName)}
            value={client}
            onChange={(id) => choose({ client: id, local: null, area: null })}
          />
        </div>
      )}
      <div className={css.filter}>
        <EntitySelector
          label={t('schedule:local')}
          items={(hours?.locals ?? [])
            .map(({ id, name, code, paramStatus }) => ({
              id,
              name,
              hint: code,
              hasNoData: paramStatus !== 'operative',
            }))
            .toSorted(byName)}
          value={local}
          placeholder={t(hours?.locals.length === 0 ? 'schedule:status.noLocals' : 'schedule:allLocals')}
          isDisabled={hours === undefined || hours.locals.length === 0}
          isClearable={!hasOnlyLocal}
          onChange={(id) => choose({ client, local: id, area: null })}
        />
      </div>
      <div className={css.filter}>
        <Select
          label={t('schedule:position')}
          options={areas.map(({ area, name }) => ({ id: area, label: name }))}
          value={target?.scope === 'POSITION' ? target.area : null}
          emptyLabel={t(local !== null && areas.length === 0 ? 'schedule:status.noPositions' : 'schedule:allPositions')}
          isDisabled={areas.length === 0}
          onChange={(area) => choose({ client, local, area })}
        />
      </div>
      <div className={css.tabs}>
        <SegmentedControl
          label={t('schedule:view.label')}
          value={tab}
          segments={VIEWS.map((id) => ({ id, label: t(`schedule:view.${id}`) }))}
          onChange={show}
        />
      </div>
    </div>
  )
}
