import { tableDate } from '#domain/moment'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { Badge, Button, EmptyState, useUi } from '#ui'
import { GridIcon } from '#ui/icons/index.tsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { nameOf } from '../resource/states/state-card.tsx'
import { type BoardColumn, daysIn, isFinished } from './board.ts'
import { neighbour } from './board-keys.ts'
import { FIELD_MAP } from './paths.ts'
import css from './board.module.css'

/** Cards of a column at first; of what is done, fewer. */
const SHOWN = 10
const SHOWN_DONE = 4
/** Days in a stage after which its wait is marked. */
const LATE = 14

interface ColumnsProps {
  columns: readonly BoardColumn[]
  users: readonly UserAccount[] | undefined
  now: number
}

export function Columns({ columns, users, now }: ColumnsProps) {
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
  const shown = isWhole ? rows : rows.slice(0, isFinished(stage) ? SHOWN_DONE : SHOWN)
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
  const isLate = days >= LATE && !isFinished(row.stage)
  return (
    <Link to={FIELD_MAP.way(row.id)} className={css.card} data-card>
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
