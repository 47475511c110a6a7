/** Imports so far, newest first: who, what, when, its state, its report, and the way back. */
import { useQuery } from '@tanstack/react-query'
import { isUnderWay, shownState } from '#domain/import-states'
import { tableDate, tableMoment } from '#domain/moment'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Badge, Button, DataTable, EmptyState, keepFocus, QueryState, type TableColumn, type Tone, useUi } from '#ui'
import { UploadIcon } from '#ui/icons/index.tsx'
import { useRef } from 'react'
import { KEYS, PATHS, useImports } from './imports-frame.tsx'
import { useImportName } from './outcome.tsx'
import { useStoredNotice } from './use-import.ts'
import css from './imports.module.css'
import { useUndo } from './use-undo.tsx'

const POLL_MS = 2000
const TONES: Readonly<Record<Import['state'] | 'gone', Tone>> = {
  reading: 'accent',
  ready: 'info',
  refused: 'warn',
  storing: 'accent',
  loaded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  undoing: 'accent',
  undone: 'neutral',
  gone: 'neutral',
}

/** @param isQuiet nothing at all where there are none: beside another list */
export function ImportHistory({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useUi()
  const { api } = useImports()
  const heading = useRef<HTMLHeadingElement>(null)
  const history = useQuery({
    queryKey: KEYS.history,
    queryFn: ({ signal }) => api.history(signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => isUnderWay(state)) === true ? POLL_MS : false),
  })
  if (isQuiet && (history.data === undefined || history.data.length === 0)) return null
  return (
    <div className={css.history}>
      <h2 ref={heading} tabIndex={-1}>
        {t('imports:history.title')}
      </h2>
      <QueryState of={history} skeleton="table" isEmpty={() => false}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState compact icon={<UploadIcon />} title={t('imports:history.none')}>
              {t('imports:history.noneText')}
            </EmptyState>
          ) : (
            <Table imports={list} onUndone={() => keepFocus(() => heading.current)} />
          )
        }
      </QueryState>
    </div>
  )
}

function Table({ imports, onUndone }: { imports: readonly Import[]; onUndone: () => void }) {
  const { t } = useUi()
  useStoredNotice(imports)
  const nameOf = useImportName()
  const undo = useUndo()
  const days = ({ begin, end }: Import) =>
    begin === end ? tableDate(begin) : `${tableDate(begin)} – ${tableDate(end)}`
  const columns: TableColumn<Import>[] = [
    {
      id: 'createdAt',
      label: t('imports:history.when'),
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => tableMoment(createdAt),
      isRowHeader: false,
    },
    {
      id: 'files',
      label: t('imports:files'),
      value: nameOf,
      isRowHeader: true,
      render: (one) => <span title={one.files.map(({ name }) => name).join(', ')}>{nameOf(one)}</span>,
    },
    { id: 'client', label: t('imports:client'), value: ({ clientName }) => clientName },
    {
      id: 'state',
      label: t('imports:history.state'),
      value: (one) => t(`imports:is.${shownState(one)}`),
      render: (one) => <Badge tone={TONES[shownState(one)]}>{t(`imports:is.${shownState(one)}`)}</Badge>,
    },
    {
      id: 'days',
      label: t('imports:history.days'),
      value: ({ begin }) => begin,
      render: days,
      isLeftOutOfCards: true,
    },
    {
      id: 'added',
      label: t('imports:history.added'),
      format: 'count',
      value: (one) => one.report?.stored?.added ?? null,
      isLeftOutOfCards: true,
    },
    {
      id: 'corrected',
      label: t('imports:history.corrected'),
      format: 'count',
      value: (one) => one.report?.stored?.corrected ?? null,
      isLeftOutOfCards: true,
    },
    {
      id: 'createdBy',
      label: t('imports:history.who'),
      value: ({ createdBy, commandLine }) => (commandLine ? t('imports:history.commandLine') : createdBy),
    },
  ]
  const takeBack = async (one: Import) => {
    if (await undo(one)) onUndone()
  }
  return (
    <div className={css.table}>
      <DataTable
        label={t('imports:history.title')}
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        pageSize={25}
        phone="cards"
        linkTo={({ id }) => PATHS.one(id)}
        rowActions={(one) =>
          shownState(one) === 'loaded' && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t('imports:undoName', { name: nameOf(one) })}
              onPress={() => void takeBack(one)}
            >
              {t('imports:undo')}
            </Button>
          )
        }
      />
    </div>
  )
}
