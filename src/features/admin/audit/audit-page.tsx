/** The audit log: who did what to whom and when, newest first, and whether the chain of its entries is unbroken. */
import { AUDIT_ACTIONS } from '#domain/audit-actions'
import { csvFileName, csvTableOf } from '#domain/csv'
import { clockTime, tableDate, tableMoment } from '#domain/moment'
import {
  Button,
  DateRangePicker,
  EmptyState,
  IconButton,
  LinkButton,
  Page,
  QueryState,
  Select,
  toasts,
  useUi,
} from '#ui'
import { ChevronDownIcon, ChevronRightIcon, ClockIcon, CloseIcon, DownloadIcon } from '#ui/icons/index.tsx'
import { writeCsv } from '#workers/csv'
import { Fragment, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useAll } from '../use-admin-data.ts'
import { actionKey, detailKey, entryHref, NOUN_AUDIT_ACTIONS } from './actions.ts'
import { type FilterName, type Filters, filtersOf, queryOf, wordOf } from './filters.ts'
import { type AuditLine, entriesForFile, useEntries } from './use-audit.ts'
import css from './audit.module.css'
import { Chain } from './chain.tsx'
import { Search } from './audit-search.tsx'

type SetFilters = (next: Filters) => void

export function AuditLogPage() {
  const { t } = useUi()
  const { api, say, save } = useAdmin()
  const words = useWords()
  const [search, setSearch] = useSearchParams()
  const [isSaving, setSaving] = useState(false)
  const filters = filtersOf(search)
  const query = queryOf(filters)
  const set: SetFilters = (next) =>
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        for (const [name, value] of Object.entries(next)) {
          if (value === undefined || value === '') params.delete(name)
          else params.set(name, value)
        }
        return params
      },
      { replace: true },
    )

  const download = async () => {
    setSaving(true)
    try {
      const rows = (await entriesForFile(api, query)).map((line) => [
        String(line.id),
        tableMoment(line.at),
        words.who(line),
        words.what(line),
        line.action,
        line.target,
        JSON.stringify(line.details),
      ])
      const columns = ['number', 'when', 'who', 'what', 'code', 'target', 'details'].map((name) => ({
        label: t(`admin:audit.${name}`),
      }))
      save(csvFileName(new Date()), await writeCsv(csvTableOf({ columns, rows }), { bom: true }))
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Page
      title={t('admin:audit.title')}
      note={t('admin:audit.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
      actions={
        <Button icon={<DownloadIcon />} isPending={isSaving} onPress={() => void download()}>
          {t('admin:audit.csv')}
        </Button>
      }
    >
      <div className={css.stack}>
        <Chain />
        <FilterBar filters={filters} set={set} />
        <Entries filters={filters} set={set} />
      </div>
    </Page>
  )
}

/** Codes in the reader's words; a code of a later release is shown unchanged. */
function useWords() {
  const { t } = useUi()
  return {
    what: ({ action }: Pick<AuditLine, 'action'>) => {
      const key = actionKey(action)
      return key === null ? action : t(key)
    },
    detail: (name: string) => {
      const key = detailKey(name)
      return key === null ? name : t(key)
    },
    who: ({ user, username }: Pick<AuditLine, 'user' | 'username'>) =>
      username ?? (user === null ? t('admin:audit.withoutSession') : t('admin:audit.gone', { id: user })),
  }
}

function FilterBar({ filters, set }: { filters: Filters; set: SetFilters }) {
  const { t } = useUi()
  const words = useWords()
  const users = useAll('users').data ?? []
  const isFiltered = Object.keys(filters).length > 0
  const people = [
    { id: '0', label: t('admin:audit.withoutSession') },
    ...users.map(({ id, username }) => ({ id: String(id), label: username })),
  ]
  return (
    <div className={css.filters} role="search" aria-label={t('admin:audit.filters')} data-print="hide">
      <DateRangePicker
        label={t('admin:audit.days')}
        value={filters.from !== undefined && filters.to !== undefined ? { begin: filters.from, end: filters.to } : null}
        onChange={(range) => set({ from: range?.begin, to: range?.end })}
      />
      <Select
        label={t('admin:audit.who')}
        emptyLabel={t('admin:audit.everybody')}
        options={people}
        value={filters.user ?? null}
        onChange={(user) => set({ user: user ?? undefined })}
        flaggedLabel={filters.user}
      />
      <Select
        label={t('admin:audit.what')}
        emptyLabel={t('admin:audit.everything')}
        options={[...AUDIT_ACTIONS, ...NOUN_AUDIT_ACTIONS].map((action) => ({
          id: action as string,
          label: words.what({ action }),
        }))}
        value={filters.action ?? null}
        onChange={(action) => set({ action: action ?? undefined })}
        flaggedLabel={filters.action}
      />
      <Search
        key={filters.text === undefined ? 'empty' : 'typed'}
        text={filters.text ?? ''}
        set={(text) => set({ text })}
      />
      {filters.target !== undefined && (
        <Button size="small" icon={<CloseIcon size={14} />} onPress={() => set({ target: undefined })}>
          {t('admin:audit.onlyTarget', { target: filters.target })}
        </Button>
      )}
      {isFiltered && (
        <Button
          kind="quiet"
          onPress={() =>
            set({
              from: undefined,
              to: undefined,
              user: undefined,
              action: undefined,
              target: undefined,
              text: undefined,
            } satisfies Record<FilterName, undefined>)
          }
        >
          {t('admin:audit.clear')}
        </Button>
      )}
    </div>
  )
}

function Entries({ filters, set }: { filters: Filters; set: SetFilters }) {
  const { t, format } = useUi()
  const { say } = useAdmin()
  const entries = useEntries(queryOf(filters))
  const rows = entries.data?.pages.flatMap((page) => page.entries)
  const archived = entries.data?.pages.at(-1)?.archived ?? null
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <QueryState
        of={{
          data: rows,
          error: entries.error,
          isPending: entries.isPending,
          isFetching: entries.isFetching,
          refetch: entries.refetch,
        }}
        skeleton="table"
        errorText={say}
        empty={
          <EmptyState
            icon={<ClockIcon size={20} />}
            title={t(isFiltered ? 'admin:audit.noneLeft' : 'admin:audit.none')}
          >
            {isFiltered && t('admin:audit.noneLeftText')}
          </EmptyState>
        }
      >
        {(list) => (
          <div className={css.stack}>
            <Lines rows={list} set={set} />
            {entries.hasNextPage && (
              <div className={css.more}>
                <Button isPending={entries.isFetchingNextPage} onPress={() => void entries.fetchNextPage()}>
                  {t('admin:audit.older')}
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryState>
      {archived !== null && !entries.hasNextPage && (
        <p className={css.archived}>
          {t('admin:audit.archived', {
            date: tableDate(archived.since),
            entries: format.exact(archived.entries, 'count'),
          })}
        </p>
      )}
    </>
  )
}

function Lines({ rows, set }: { rows: readonly AuditLine[]; set: SetFilters }) {
  const { t } = useUi()
  return (
    <table className={css.table} aria-label={t('admin:audit.title')}>
      <thead>
        <tr>
          {['when', 'who', 'what', 'target'].map((name) => (
            <th key={name} scope="col">
              {t(`admin:audit.${name}`)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((line) => (
          <Line key={line.id} line={line} set={set} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, set }: { line: AuditLine; set: SetFilters }) {
  const { t } = useUi()
  const words = useWords()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const entry = entryHref(line)
  const label = t(isOpen ? 'admin:audit.hide' : 'admin:audit.show', { id: line.id })
  return (
    <Fragment>
      <tr data-open={isOpen || undefined}>
        <td className={css.when}>
          <time dateTime={new Date(line.at).toISOString()}>
            {tableDate(line.at)} <span>{clockTime(line.at)}</span>
          </time>
        </td>
        <td data-none={line.username === null || undefined}>{words.who(line)}</td>
        <th scope="row">{words.what(line)}</th>
        <td className={css.target}>{line.target}</td>
        <td className={css.end}>
          <IconButton
            plain
            size="small"
            label={label}
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            onPress={() => setOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr className={css.inside} id={id}>
          <td colSpan={5}>
            <dl className={css.facts}>
              <div>
                <dt>{t('admin:audit.number')}</dt>
                <dd>{line.id}</dd>
              </div>
              <div>
                <dt>{t('admin:audit.code')}</dt>
                <dd>{line.action}</dd>
              </div>
              {Object.entries(line.details).map(([name, value]) => (
                <div key={name}>
                  <dt>{words.detail(name)}</dt>
                  <dd>{wordOf(value)}</dd>
                </div>
              ))}
            </dl>
            <div className={css.about}>
              {entry !== null && (
                <LinkButton size="small" href={entry}>
                  {t('admin:audit.openEntry')}
                </LinkButton>
              )}
              {line.target !== '' && (
                <Button size="small" onPress={() => set({ target: line.target })}>
                  {t('admin:audit.everythingAbout', { target: line.target })}
                </Button>
              )}
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  )
}
