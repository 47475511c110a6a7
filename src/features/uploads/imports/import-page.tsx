/**
 * Imports of counts: files become counts in four steps that are all on this page. A started import has its
 * own address.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isOpen, isUnderWay } from '#domain/import-states'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { EmptyState, LinkButton, NoClients, Page, QueryState, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { codeOf } from '#ui/page/query-state.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ActionBar } from './action-bar.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { ColumnsUsed } from './columns-used.tsx'
import { GivenFiles } from './given-files.tsx'
import { NewFiles } from './files-step.tsx'
import { ImportHistory } from './history.tsx'
import { useUndo } from './use-undo.tsx'
import { KEYS, PATHS, useImports } from './imports-frame.tsx'
import { Outcome } from './outcome.tsx'
import { PlacesStep } from './places-step.tsx'
import { SavePreset } from './presets.tsx'
import { Questions } from './questions.tsx'
import { Report } from './report.tsx'
import { goTo, Rail, Step, type StepId, STEPS, type StepSummary } from './step.tsx'
import { type Summaries, useSummaries } from './summaries.ts'
import { useImport, useImportQuery } from './use-import.ts'
import css from './imports.module.css'

export function ImportPage() {
  const { t } = useUi()
  const { id } = useParams()
  const number = Number(id)
  return (
    <Page
      title={t('imports:title')}
      note={t('imports:note')}
      back={{ href: PATHS.uploads, label: t('imports:back') }}
      actions={id !== undefined && <LinkButton href={PATHS.start}>{t('imports:another')}</LinkButton>}
    >
      {id === undefined ? (
        <Start />
      ) : Number.isSafeInteger(number) && number > 0 ? (
        <Begun key={number} id={number} />
      ) : (
        <NotFound />
      )}
    </Page>
  )
}

function Start() {
  const { t } = useUi()
  const { api } = useImports()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const requested = Number(search.get('client'))
  const clients = useQuery({ queryKey: KEYS.clients, queryFn: ({ signal }) => api.clients(signal) })
  const begun = (one: Import) => {
    queries.setQueryData(KEYS.one(one.id), one)
    void queries.invalidateQueries({ queryKey: KEYS.history })
    void navigate(PATHS.one(one.id))
  }
  const waiting = (id: StepId): StepSummary => ({
    state: id === 'files' ? 'open' : 'waiting',
    note: t(`imports:about.${id}`),
  })
  const summaries: Summaries = {
    files: waiting('files'),
    columns: waiting('columns'),
    places: waiting('places'),
    check: waiting('check'),
  }
  return (
    <>
      <Layout summaries={summaries}>
        <Step id="files" summary={summaries.files}>
          <QueryState of={clients} skeleton="form" isEmpty={() => false}>
            {(list) => <FirstStep clients={list} requested={requested} onBegun={begun} />}
          </QueryState>
        </Step>
        {STEPS.slice(1).map((id) => (
          <Step key={id} id={id} summary={summaries[id]} />
        ))}
      </Layout>
      <ImportHistory />
    </>
  )
}

/** An administrator may begin with a client that is made. */
function FirstStep({
  clients,
  requested,
  onBegun,
}: {
  clients: readonly Client[]
  requested: number
  onBegun: (one: Import) => void
}) {
  const { isAdmin } = useImports()
  if (clients.length === 0 && !isAdmin) return <NoClients />
  const initial =
    clients.find(({ id }) => id === requested)?.id ?? (clients.length === 1 ? (clients[0]?.id ?? null) : null)
  return <NewFiles clients={clients} initialClient={initial} onBegun={onBegun} />
}

function Layout({ summaries, children }: { summaries: Summaries; children: ReactNode }) {
  return (
    <div className={css.layout}>
      <Rail summaries={summaries} />
      <div className={css.steps}>{children}</div>
    </div>
  )
}

function NotFound() {
  const { t } = useUi()
  return (
    <EmptyState
      icon={<SearchIcon size={20} />}
      title={t('imports:notFound')}
      action={<LinkButton href={PATHS.start}>{t('imports:toHistory')}</LinkButton>}
    >
      {t('imports:notFoundText')}
    </EmptyState>
  )
}

function Begun({ id }: { id: number }) {
  const query = useImportQuery(id)
  if (query.data === undefined && codeOf(query.error) === 'IMPORT_NOT_FOUND') return <NotFound />
  return (
    <QueryState of={query} isEmpty={() => false} skeleton="table">
      {(current) => <One current={current} />}
    </QueryState>
  )
}

const END = 'import-end'

/** The bar at the foot goes when an import ends: what it came to is shown at the head, and gets the focus. */
function useEndInSight(state: Import['state']): void {
  const before = useRef(state)
  useEffect(() => {
    const goesOn = (one: Import['state']) => isOpen(one) || isUnderWay(one)
    if (goesOn(before.current) && !goesOn(state)) goTo(END)
    before.current = state
  }, [state])
}

function One({ current }: { current: Import }) {
  const { api } = useImports()
  const undo = useUndo()
  const work = useImport(current)
  const { now } = work
  const { client } = now
  const locals = useQuery({
    queryKey: KEYS.locals(client ?? 0),
    queryFn: ({ signal }) => api.locals(client ?? 0, signal),
    enabled: client !== null,
  })
  const summaries = useSummaries(work)
  const canChange = isOpen(now.state)
  const isFirstReading = now.state === 'reading' && now.preview === null
  useEndInSight(now.state)
  return (
    <>
      <div id={END} tabIndex={-1} className={css.end}>
        <Outcome now={now} isBusy={work.isBusy} onUndo={() => void undo(now)} />
      </div>
      <Layout summaries={summaries}>
        <Step id="files" summary={summaries.files}>
          <GivenFiles now={now} />
        </Step>
        <Step
          id="columns"
          summary={summaries.columns}
          {...(canChange && now.preview !== null && { actions: <SavePreset now={now} isDisabled={work.isStale} /> })}
        >
          {canChange
            ? now.preview !== null && <ColumnsStep work={work} />
            : now.report !== null && <ColumnsUsed now={now} report={now.report} />}
        </Step>
        <Step id="places" summary={summaries.places}>
          {now.places.length === 0 ? undefined : (
            <PlacesStep work={work} locals={locals.data ?? []} isFixed={!canChange} />
          )}
        </Step>
        <Step id="check" summary={summaries.check}>
          {now.report === null && now.questions.length === 0 ? undefined : (
            <div
              className={css.check}
              data-stale={(canChange && work.isStale) || undefined}
              aria-busy={canChange && work.isStale}
            >
              {canChange && <Questions work={work} />}
              {now.report !== null && <Report now={now} report={now.report} />}
            </div>
          )}
        </Step>
      </Layout>
      {(canChange || isUnderWay(now.state)) && <ActionBar work={work} isFirstReading={isFirstReading} />}
      {!canChange && !isUnderWay(now.state) && <ImportHistory />}
    </>
  )
}
