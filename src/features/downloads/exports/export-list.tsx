/** The exports of the reader, newest first: the state of each, its files, why it failed, and its removal. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { exportFileName } from '#domain/export'
import { tableDate, tableMoment } from '#domain/moment'
import type { ExportFileParams } from '#schemas/generated/api/export-file-params.ts'
import type { Export } from '#schemas/generated/entities/export.ts'
import {
  Button,
  confirmAndRun,
  DataTable,
  EmptyState,
  keepFocus,
  QueryState,
  type TableColumn,
  toasts,
  useUi,
} from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import { useEffect, useRef } from 'react'
import { useExports } from './exports-frame.tsx'
import css from './exports.module.css'
import { ExportState } from './export-state.tsx'

export const EXPORTS = ['exports', 'list']
const POLL_MS = 1000

const isUnderWay = ({ state }: Pick<Export, 'state'>) => state === 'waiting' || state === 'running'
const nameOf = ({ what }: Pick<Export, 'what'>) => exportFileName(what)

export function ExportList() {
  const { t } = useUi()
  const { api } = useExports()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery({
    queryKey: EXPORTS,
    queryFn: ({ signal }) => api.list(signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) === true ? POLL_MS : false),
    refetchIntervalInBackground: true,
  })
  useEndNotices(list.data)
  return (
    <div className={css.list}>
      <h2 ref={heading} tabIndex={-1}>
        {t('downloads:export.list')}
      </h2>
      <QueryState of={list} skeleton="table" isEmpty={() => false}>
        {(exports) =>
          exports.length === 0 ? (
            <EmptyState compact icon={<DownloadIcon />} title={t('downloads:export.none')}>
              {t('downloads:export.noneText')}
            </EmptyState>
          ) : (
            <Table exports={exports} onRemoved={() => keepFocus(() => heading.current)} />
          )
        }
      </QueryState>
    </div>
  )
}

/** A toast for each export that has ended since the last poll. */
function useEndNotices(exports: readonly Export[] | undefined): void {
  const { t } = useUi()
  const before = useRef<ReadonlyMap<number, Export['state']>>(new Map())
  useEffect(() => {
    if (exports === undefined) return
    for (const one of exports) {
      const was = before.current.get(one.id)
      if (was === undefined || !isUnderWay({ state: was })) continue
      if (one.state === 'ready') toasts.success(t('downloads:export.ready', { name: nameOf(one) }))
      if (one.state === 'failed') toasts.error(t('downloads:export.failed', { name: nameOf(one) }))
    }
    before.current = new Map(exports.map(({ id, state }) => [id, state]))
  }, [exports, t])
}

/** @param onRemoved the button that was pressed is gone then */
function Table({ exports, onRemoved }: { exports: readonly Export[]; onRemoved: () => void }) {
  const { t, locale } = useUi()
  const { api, say, download } = useExports()
  const queries = useQueryClient()
  const sizeOf = (bytes: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: bytes < 1e6 ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes / (bytes < 1e6 ? 1e3 : 1e6))

  const fetchFile = async (id: number, file: ExportFileParams['file']) => {
    try {
      download((await api.link(id, file)).path)
    } catch (cause) {
      toasts.error(`${t('downloads:export.getFailed')}. ${say(cause)}`)
      await queries.invalidateQueries({ queryKey: EXPORTS })
    }
  }
  const remove = async (one: Export) => {
    const answer = await confirmAndRun({
      question: t('downloads:export.removeQuestion', { name: nameOf(one) }),
      isDanger: true,
      confirmLabel: t('downloads:export.remove'),
      doneText: t('downloads:export.removed'),
      errorText: say,
      run: () => api.remove(one.id),
    })
    if (answer === 'cancelled') return
    await queries.invalidateQueries({ queryKey: EXPORTS })
    if (answer === 'done') onRemoved()
  }

  const columns: TableColumn<Export>[] = [
    {
      id: 'createdAt',
      label: t('downloads:export.created'),
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => tableMoment(createdAt),
      isRowHeader: false,
    },
    {
      id: 'name',
      label: t('downloads:export.file'),
      value: nameOf,
      isRowHeader: true,
      render: (one) => <span className={css.name}>{nameOf(one)}</span>,
    },
    { id: 'clients', label: t('downloads:export.clients'), value: ({ clientNames }) => clientNames.join(', ') },
    {
      id: 'state',
      label: t('downloads:export.state'),
      value: ({ state }) => t(`downloads:export.is.${state}`),
      render: (one) => <ExportState one={one} />,
    },
    {
      id: 'rows',
      label: t('downloads:export.rows'),
      format: 'count',
      value: ({ state, rows }) => (state === 'ready' ? rows : null),
    },
    {
      id: 'bytes',
      label: t('downloads:export.size'),
      value: ({ state, bytes }) => (state === 'ready' ? bytes : null),
      render: ({ state, bytes }) => (state === 'ready' ? sizeOf(bytes) : ''),
    },
    {
      id: 'expiresAt',
      label: t('downloads:export.expires'),
      value: ({ expiresAt }) => expiresAt,
      render: ({ expiresAt }) => (expiresAt === null ? '' : tableDate(new Date(expiresAt).toISOString().slice(0, 10))),
    },
  ]
  return (
    <div className={css.table}>
      <DataTable
        label={t('downloads:export.list')}
        columns={columns}
        rows={exports}
        rowKey={({ id }) => id}
        pageSize={25}
        phone="cards"
        rowActions={(one) => (
          <RowActions one={one} onFetch={(file) => void fetchFile(one.id, file)} onRemove={() => void remove(one)} />
        )}
      />
    </div>
  )
}

interface RowActionsProps {
  one: Export
  onFetch: (file: ExportFileParams['file']) => void
  onRemove: () => void
}

function RowActions({ one, onFetch, onRemove }: RowActionsProps) {
  const { t } = useUi()
  return (
    <span className={css.actions}>
      {one.state === 'ready' && one.allowed && (
        <>
          <Button
            size="small"
            icon={<DownloadIcon />}
            aria-label={t('downloads:export.getName', { name: nameOf(one) })}
            onPress={() => onFetch('data')}
          >
            {t('downloads:export.get')}
          </Button>
          <Button
            kind="quiet"
            size="small"
            aria-label={t('downloads:export.manifestName', { name: nameOf(one) })}
            onPress={() => onFetch('manifest')}
          >
            {t('downloads:export.manifest')}
          </Button>
        </>
      )}
      <Button
        kind="quiet"
        size="small"
        aria-label={t(isUnderWay(one) ? 'downloads:export.cancelName' : 'downloads:export.removeName', {
          name: nameOf(one),
        })}
        onPress={onRemove}
      >
        {t(isUnderWay(one) ? 'downloads:cancel' : 'downloads:export.remove')}
      </Button>
    </span>
  )
}
