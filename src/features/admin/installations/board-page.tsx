/** All installations by stage: what waits where, how long, and for whom. */
import { tableDate } from '#domain/moment'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import {
  Badge,
  Button,
  cx,
  EmptyState,
  LinkButton,
  type ListAddress,
  Page,
  QueryState,
  Select,
  Skeleton,
  useUi,
} from '#ui'
import { GridIcon, TableIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { area } from '../paths.ts'
import { nameOf } from '../resource/states/state-card.tsx'
import { useAll } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { type BoardColumn, type BoardFilter, columnsOf, daysIn, isOver, onBoard, UNASSIGNED } from './board.ts'
import { neighbour } from './board-keys.ts'
import { PLACES } from './paths.ts'
import admin from '../admin.module.css'
import css from './board.module.css'

const AGES = [7, 14, 30] as const
/** Cards of a column at first; of what is done, fewer. */
const SHOWN = 10
const SHOWN_DONE = 4
/** Days in a stage after which its wait is marked. */
const LATE = 14

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
      back={{ href: PLACES.list, label: t('noun-installations:title') }}
      actions={
        <LinkButton icon={<TableIcon />} href={PLACES.list}>
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

interface ColumnsProps {
  columns: readonly BoardColumn[]
  users: readonly UserAccount[] | undefined
  now: number
}

function Columns({ columns, users, now }: ColumnsProps) {
  const { t } = useUi()
  const board = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
    const lists = [...(board.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const cards = lists.map((one) => [...one.querySelectorAll<HTMLElement>('[data-card]')])
    const column = cards.findIndex((all) => card !== null && all.includes(card))
    if (card === null || column === -1) return
    const next = neighbour(
      cards.map(({ length }) => length),
      { column, row: cards[column]?.indexOf(card) ?? 0 },
      event.key,
    )
    if (next === null) return
    event.preventDefault()
    cards[next.column]?.[next.row]?.focus()
  }
  if (columns.every(({ rows }) => rows.length === 0))
    return <EmptyState icon={<GridIcon size={20} />} title={t('admin:entry.noneHere')} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys go from link to link, which Tab reaches, too
    <div ref={board} className={css.board} onKeyDown={onKeyDown}>
      {columns.map((column) => (
        <Column key={column.stage} column={column} users={users} now={now} />
      ))}
    </div>
  )
}

function Column({ column: { stage, rows }, users, now }: Omit<ColumnsProps, 'columns'> & { column: BoardColumn }) {
  const { t, format } = useUi()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, isOver(stage) ? SHOWN_DONE : SHOWN)
  const name = t(`noun-installations:stage.${stage}`)
  return (
    <section className={css.column} data-column data-empty={rows.length === 0 || undefined} aria-label={name}>
      <h2 className={css.head}>
        <span>{name}</span>
        <span className={css.count}>{format.exact(rows.length, 'count')}</span>
      </h2>
      {rows.length === 0 ? (
        <p className={css.nothing}>{t('noun-installations:noneInStage')}</p>
      ) : (
        <ul className={css.cards}>
          {shown.map((row) => (
            <li key={row.id}>
              <BoardCard row={row} users={users} now={now} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < rows.length && (
        <Button kind="quiet" size="small" onPress={() => setWhole(true)}>
          {t('noun-installations:showMore', { count: rows.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

function BoardCard({ row, users, now }: { row: InstallationStage } & Omit<ColumnsProps, 'columns'>) {
  const { t, format } = useUi()
  const days = daysIn(row, now)
  const holder = nameOf(row.holder, users)
  const isLate = days >= LATE && !isOver(row.stage)
  return (
    <Link to={PLACES.way(row.id)} className={css.card} data-card>
      <span className={css.title}>
        <strong>{row.localName}</strong>
        <Badge tone={isLate ? 'warn' : 'neutral'}>
          <span title={tableDate(row.since)}>
            {t('noun-installations:daysShort', { days: format.exact(days, 'count') })}
          </span>
        </Badge>
      </span>
      <span className={css.quiet}>{row.clientName}</span>
      <span className={css.quiet}>{row.name}</span>
      <span className={css.quiet}>{holder ?? t('admin:entry.unassigned')}</span>
      {row.missing.length > 0 && (
        <span className={css.missing}>
          {row.missing.map((one) => t(`noun-installations:missing.${one}`)).join(' · ')}
        </span>
      )}
    </Link>
  )
}
