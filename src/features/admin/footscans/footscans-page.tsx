/** Footscans: the list with the state of each, and the readings that were set apart. */
import { FOOTSCAN_KINDS } from '#domain/hubble'
import { Badge, Page, type ResourceColumn, ResourceTable, EmptyState, LinkButton, Select, Tabs, useUi } from '#ui'
import { StatusIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useFleetList, useQuarantine, useStates } from '../hubble/fleet-queries.ts'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { FootscanActions } from './footscan-actions.tsx'
import { DOTS, type FootscanRow, footscanRows, nameOf } from './footscan-rows.ts'
import { QuarantineTab } from './quarantine-tab.tsx'
import admin from '../admin.module.css'
import css from '../hubble/hubble.module.css'

export function FootscansPage() {
  const { t, format } = useUi()
  const [search, setSearch] = useSearchParams()
  const waiting = useQuarantine('waiting').data?.length ?? 0
  const tab = search.get('tab') === 'quarantine' ? 'quarantine' : 'list'
  return (
    <Page
      title={t('fleet:footscans.title')}
      note={t('fleet:footscans.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <Tabs
        label={t('fleet:footscans.title')}
        value={tab}
        onChange={(next) => setSearch(next === 'list' ? {} : { tab: next }, { replace: true })}
        tabs={[
          { id: 'list', label: t('fleet:footscans.title'), content: <FootscanList /> },
          {
            id: 'quarantine',
            label: t('fleet:quarantine.title'),
            badge: waiting === 0 ? undefined : <Badge tone="warn">{format.exact(waiting, 'count')}</Badge>,
            content: <QuarantineTab />,
          },
        ]}
      />
    </Page>
  )
}

function useRows() {
  const footscans = useFleetList('footscans')
  const clients = useFleetList('clients')
  const locals = useFleetList('locals')
  // Neither is needed to show the list: it says "unknown" then.
  const states = useStates(
    useMemo(
      () => [...new Set((footscans.data ?? []).map(({ client }) => client))].toSorted((a, b) => a - b),
      [footscans.data],
    ),
  ).data
  const simulated = useFleetList('simulated').data
  const [list, owners, places] = [footscans.data, clients.data, locals.data]
  const data = useMemo(
    () =>
      list === undefined || owners === undefined || places === undefined
        ? undefined
        : footscanRows(list, { clients: owners, locals: places, states: states ?? [], simulated: simulated ?? null }),
    [list, owners, places, states, simulated],
  )
  const parts = [footscans, clients, locals]
  return {
    data,
    clients: owners ?? [],
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    isPending: parts.some(({ isPending }) => isPending),
    refetch: () => {
      for (const part of parts) void part.refetch()
    },
  }
}

function useColumns(): ResourceColumn<FootscanRow>[] {
  const { t } = useUi()
  return [
    { attr: 'name', label: t('admin:name'), value: nameOf },
    { attr: 'mac', label: t('fleet:mac') },
    { attr: 'localName', label: t('fleet:local'), isLong: true },
    { attr: 'clientName', label: t('fleet:client'), isLong: true },
    {
      attr: 'state',
      label: t('fleet:status.label'),
      type: 'FootState',
      value: ({ enabled, state }) => (state === null ? (enabled ? 'unknown' : 'disabled') : DOTS[state.status]),
      options: {
        names: {
          up: t('fleet:status.UP'),
          down: t('fleet:status.DOWN'),
          closed: t('fleet:status.CLOSED'),
          disabled: t('admin:enabled.no'),
          unknown: t('fleet:status.unknown'),
        },
      },
    },
    {
      attr: 'reason',
      label: t('fleet:status.reason'),
      isLong: true,
      value: ({ state }) => (state?.reason == null ? null : t(`fleet:health.${state.reason}`)),
    },
    { attr: 'lastAt', label: t('fleet:lastAt'), type: 'Date' },
    {
      attr: 'kind',
      label: t('fleet:kind.label'),
      isLong: true,
      options: { names: Object.fromEntries(FOOTSCAN_KINDS.map((one) => [one, t(`fleet:kind.${one}`)])) },
    },
    { attr: 'hasKey', label: t('fleet:key.has'), type: 'BooleanCheck' },
    { attr: 'enabled', label: t('fleet:enabled'), type: 'BooleanCheck' },
  ]
}

function FootscanList() {
  const { t } = useUi()
  const list = useList()
  const rows = useRows()
  const [client, status, kind, key] = [
    list.filter('client'),
    list.filter('status'),
    list.filter('kind'),
    list.filter('key'),
  ]
  const { data } = rows
  const shown = useMemo(
    () =>
      data?.filter(
        (row) =>
          (client === null || String(row.client) === client) &&
          (kind === null || row.kind === kind) &&
          (key === null || String(row.hasKey) === key) &&
          (status === null || (status === 'disabled' ? !row.enabled : row.state?.status === status)),
      ),
    [data, client, status, kind, key],
  )
  const columns = useColumns()
  const choice = (
    name: string,
    label: string,
    options: readonly { id: string; label: string }[],
    all = t('admin:all'),
  ) => (
    <div className={admin.filter}>
      <Select
        label=""
        emptyLabel={`${label}: ${all}`}
        options={options.map((one) => ({ ...one, label: `${label}: ${one.label}` }))}
        value={list.filter(name)}
        onChange={(value) => list.setFilters({ [name]: value })}
      />
    </div>
  )
  const isFiltered = [client, status, kind, key].some((one) => one !== null)
  return (
    <div className={css.tab}>
      <ResourceTable
        label={t('fleet:footscans.title')}
        columns={columns}
        rows={{ ...rows, data: shown }}
        rowKey={({ id }) => id}
        linkTo={({ id }) => PATHS.footscans.edit(id)}
        addTo={PATHS.footscans.add}
        addLabel={t('fleet:footscans.add')}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={(row) => <FootscanActions row={row} />}
        filters={
          <>
            {choice(
              'client',
              t('fleet:client'),
              rows.clients.map(({ id, name }) => ({ id: String(id), label: name })),
            )}
            {choice('status', t('fleet:status.label'), [
              ...(['UP', 'DOWN', 'CLOSED'] as const).map((id) => ({ id, label: t(`fleet:status.${id}`) })),
              { id: 'disabled', label: t('admin:enabled.no') },
            ])}
            {choice(
              'kind',
              t('fleet:kind.label'),
              FOOTSCAN_KINDS.map((id) => ({ id, label: t(`fleet:kind.${id}`) })),
            )}
            {choice(
              'key',
              t('fleet:key.has'),
              [
                { id: 'true', label: t('fleet:yes') },
                { id: 'false', label: t('fleet:no') },
              ],
              t('fleet:key.all'),
            )}
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState icon={<StatusIcon size={20} />} title={t('fleet:footscans.noneLeft')}>
              {t('fleet:filter.noneText')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<StatusIcon size={20} />}
              title={t('fleet:footscans.none')}
              action={
                <LinkButton kind="primary" size="small" href={PATHS.footscans.add}>
                  {t('fleet:footscans.add')}
                </LinkButton>
              }
            >
              {t('fleet:footscans.noneText')}
            </EmptyState>
          )
        }
      />
    </div>
  )
}
