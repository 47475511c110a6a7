/** All installations by stage: what waits where, how long, and for whom. */
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { cx, EmptyState, LinkButton, type ListAddress, Page, QueryState, Select, Skeleton, useUi } from '#ui'
import { GridIcon, TableIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import { area } from '../paths.ts'
import { nameOf } from '../resource/states/state-card.tsx'
import { useAll } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { type BoardFilter, columnsOf, onBoard, UNASSIGNED } from './board.ts'
import { FIELD_MAP } from './paths.ts'
import admin from '../admin.module.css'
import css from './board.module.css'
import { Columns } from './board-columns.tsx'

const AGES = [7, 14, 30] as const

const numberOf = (text: string | null): number | null => (text === null || !/^\d+$/.test(text) ? null : Number(text))

const filterOf = ({ filter }: Pick<ListAddress, 'filter'>): BoardFilter => ({
  client: numberOf(filter('client')),
  holder: filter('holder'),
  days: numberOf(filter('days')),
})

export function BoardPage() {
  const { t } = useUi()
  const { api } = useAdmin()
  const list = useList()
  const users = useAll('users').data
  const rows = useQuery({
    queryKey: ['admin', 'installations', 'stages'],
    queryFn: ({ signal }) => api.installations.stages(signal),
    staleTime: 0,
  })
  // As old as the answer, so that cards do not change while they are read.
  const now = rows.dataUpdatedAt
  return (
    <Page
      title={t('noun-installations:board')}
      note={t('noun-installations:boardNote')}
      back={{ href: FIELD_MAP.list, label: t('noun-installations:title') }}
      actions={
        <LinkButton icon={<TableIcon />} href={FIELD_MAP.list}>
          {t('noun-installations:asList')}
        </LinkButton>
      }
    >
      {rows.data?.length !== 0 && <Filters list={list} rows={rows.data} users={users} />}
      <QueryState
        of={rows}
        waiting={<Waiting />}
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyState
            icon={<GridIcon size={20} />}
            title={t('noun-installations:none')}
            action={
              <LinkButton kind="primary" size="small" href={area('installations').add}>
                {t('noun-installations:add')}
              </LinkButton>
            }
          >
            {t('noun-installations:noneText')}
          </EmptyState>
        }
      >
        {(all) => <Columns columns={columnsOf(onBoard(all, filterOf(list), now))} users={users} now={now} />}
      </QueryState>
    </Page>
  )
}

/** The columns that are coming. */
function Waiting() {
  return (
    <div className={cx(css.board, css.waiting)}>
      {columnsOf([]).map(({ stage }, place) => (
        <div key={stage} className={css.column} aria-hidden={place > 0}>
          <Skeleton shape="text" count={6} />
        </div>
      ))}
    </div>
  )
}

interface FiltersProps {
  list: ListAddress
  rows: readonly InstallationStage[] | undefined
  users: readonly UserAccount[] | undefined
}

function Filters({ list, rows = [], users }: FiltersProps) {
  const { t } = useUi()
  const filter = filterOf(list)
  const clients = [...new Map(rows.map(({ client, clientName }) => [client, clientName]))]
    .map(([id, label]) => ({ id: String(id), label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const holders = [...new Set(rows.flatMap(({ holder }) => holder ?? []))]
  return (
    <div className={css.filters} role="group" aria-label={t('noun-installations:filters')}>
      <div className={admin.filter}>
        <Select
          label=""
          emptyLabel={t('noun-installations:anyClient')}
          options={clients}
          value={filter.client === null ? null : String(filter.client)}
          onChange={(next) => list.setFilters({ client: next })}
        />
      </div>
      <div className={admin.filter}>
        <Select
          label=""
          emptyLabel={`${t('admin:entry.assignee')}: ${t('admin:all')}`}
          options={[
            { id: UNASSIGNED, label: t('admin:entry.unassigned') },
            ...holders.map((id) => ({ id: String(id), label: nameOf(id, users) ?? '' })),
          ]}
          value={filter.holder}
          onChange={(next) => list.setFilters({ holder: next })}
        />
      </div>
      <div className={admin.filter}>
        <Select
          label=""
          emptyLabel={t('noun-installations:anyAge')}
          options={AGES.map((days) => ({ id: String(days), label: t('noun-installations:atLeastDays', { days }) }))}
          value={filter.days === null ? null : String(filter.days)}
          onChange={(next) => list.setFilters({ days: next })}
        />
      </div>
    </div>
  )
}
