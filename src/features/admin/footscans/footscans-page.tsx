/** Footscans: the list with the state of each, and the readings that were quarantined. */
import { FOOTSCAN_KINDS } from '#domain/hubble'
import { Badge, Page, ResourceTable, EmptyState, LinkButton, Select, Tabs, useUi } from '#ui'
import { StatusIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useQuarantine } from '../hubble/fleet-queries.ts'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { FootscanActions } from './footscan-actions.tsx'
import { QuarantineTab } from './quarantine-tab.tsx'
import admin from '../admin.module.css'
import css from '../hubble/hubble.module.css'
import { useRows } from './footscan-rows.tsx'
import { useColumns } from './footscan-columns.tsx'

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
