/** The history of one entry: who, when, and each field before and after, in the words of its pages. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { tableMoment } from '#domain/moment'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import { Button, Card, EmptyState, QueryState, type ResourceColumn, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { actionKey } from '../audit/actions.ts'
import { useAll } from '../use-admin-data.ts'
import { changesIn } from './changes.ts'
import { textOfField } from './field-text.ts'
import type { Entry } from './resource.ts'
import { nameOf } from './states/state-card.tsx'
import css from './history.module.css'

type Line = AuditPage['entries'][number]
const SHOWN = 10

interface HistoryProps<Entity extends Entry> {
  /** As the audit log calls it. */
  noun: string
  words: string
  entity: Entity
  columns: readonly ResourceColumn<Entity>[]
  /** How the noun itself writes a value; null = as its column does. */
  textOf?: (name: string, value: unknown) => string | null
}

export function History<Entity extends Entry>({ noun, words, entity, columns, textOf }: HistoryProps<Entity>) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const pages = useInfiniteQuery({
    queryKey: ['admin', 'history', noun, entity.id, entity.updatedAt],
    queryFn: ({ pageParam, signal }) =>
      api.audit(
        { action: noun, entry: entity.id, limit: SHOWN, ...(pageParam !== null && { before: pageParam }) },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const lines = pages.data?.pages.flatMap(({ entries }) => entries)
  // Without a network it waits; nothing to look at until then.
  if (lines === undefined && pages.fetchStatus === 'paused') return null
  return (
    <Card title={t('admin:history.title')}>
      <QueryState
        of={{ ...pages, data: lines }}
        skeleton="text"
        errorText={say}
        empty={<EmptyState title={t('admin:history.none')} />}
      >
        {(list) => (
          <ol className={css.lines}>
            {list.map((line) => (
              <HistoryLine key={line.id} line={line} words={words} entity={entity} columns={columns} textOf={textOf} />
            ))}
          </ol>
        )}
      </QueryState>
      {pages.hasNextPage && (
        <Button size="small" isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
          {t('admin:history.more')}
        </Button>
      )}
    </Card>
  )
}

interface HistoryLineProps<Entity extends Entry> extends Omit<HistoryProps<Entity>, 'noun'> {
  line: Line
}

/** Fields that hold the id of an account. */
const HOLDERS = new Set(['assignee', 'assignedTo'])

/** The assignee of an entry, by name. Its own component, for accounts are requested only where one is named. */
function Holder({ id }: { id: number }) {
  return nameOf(id, useAll('users').data)
}

function HistoryLine<Entity extends Entry>({ line, words, entity, columns, textOf }: HistoryLineProps<Entity>) {
  const { t, format } = useUi()
  const key = actionKey(line.action)
  const who =
    line.username ?? (line.user === null ? t('admin:audit.withoutSession') : t('admin:audit.gone', { id: line.user }))
  const word = (name: string, value: unknown) =>
    HOLDERS.has(name) && typeof value === 'number' ? (
      <Holder id={value} />
    ) : (
      (textOf?.(name, value) ??
      textOfField({ name, value, entity, columns, words, empty: t('admin:history.empty') }, { t, format }))
    )
  return (
    <li className={css.line}>
      <span className={css.head}>
        <strong>{key === null ? line.action : t(key)}</strong>
        <span>{`${who} · ${tableMoment(line.at)}`}</span>
      </span>
      <dl className={css.changes}>
        {changesIn(line).map(({ name, before, after }) => (
          <div key={name}>
            <dt>{t(`${words}field.${name}`)}</dt>
            <dd>
              <del>{word(name, before)}</del> → <ins>{word(name, after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
