/** Filters of the history of alerts: state, kind, client, local. */
import type { Language } from '#domain/languages'
import { ALERT_KINDS, ALERT_RULES } from '#domain/alert-rules'
import { Select, useUi } from '#ui'
import { useAlertClients, useAlertLocals, type useList } from './use-alert-data.ts'
import css from './alerts.module.css'

export const FILTERS = ['state', 'kind', 'client', 'local'] as const

export function HistoryFilters({ list }: { list: ReturnType<typeof useList> }) {
  const { t, locale } = useUi()
  const language = locale as Language
  const { data: places } = useAlertLocals()
  const { data: clients } = useAlertClients()
  const client = list.filter('client')
  const choice = (
    name: (typeof FILTERS)[number],
    label: string,
    all: string,
    options: readonly { id: string; label: string }[],
  ) => (
    <div className={css.filter}>
      <Select
        label=""
        emptyLabel={`${label}: ${all}`}
        options={options.map((one) => ({ ...one, label: `${label}: ${one.label}` }))}
        value={list.filter(name)}
        onChange={(value) => list.setFilters({ [name]: value, ...(name === 'client' && { local: null }) })}
      />
    </div>
  )
  return (
    <>
      {choice('state', t('alerts:column.state'), t('alerts:allStates'), [
        { id: 'open', label: t('alerts:state.open') },
        { id: 'closed', label: t('alerts:state.solved') },
      ])}
      {choice(
        'kind',
        t('alerts:column.kind'),
        t('alerts:allKinds'),
        ALERT_KINDS.map((id) => ({ id, label: ALERT_RULES[id].names[language] })),
      )}
      {(clients?.length ?? 0) > 1 &&
        choice(
          'client',
          t('alerts:column.client'),
          t('alerts:allClients'),
          clients?.map(({ id, name }) => ({ id: String(id), label: name })) ?? [],
        )}
      {choice(
        'local',
        t('alerts:column.local'),
        t('alerts:allLocals'),
        places
          ?.filter((one) => client === null || String(one.client) === client)
          .map(({ id, name }) => ({ id: String(id), label: name })) ?? [],
      )}
    </>
  )
}
