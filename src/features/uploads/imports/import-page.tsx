/** Imports of counts: files become counts in four steps that are all on this page. A begun import has an address of its own. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apartLines, isOpen, isUnderWay } from '#domain/imports'
import { tableDate } from '#domain/moment'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Badge, Button, EmptyState, LinkButton, NoClients, Notice, Page, Progress, QueryState, useUi } from '#ui'
import { codeOf } from '#ui/page/query-state.tsx'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type ReactNode, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ColumnsStep, ColumnsUsed } from './columns-step.tsx'
import { GivenFiles, NewFiles } from './files-step.tsx'
import { ImportHistory, useUndo } from './history.tsx'
import { KEYS, PATHS, useImports } from './imports-frame.tsx'
import { Outcome, useImportName } from './outcome.tsx'
import { PlacesStep } from './places-step.tsx'
import { SavePreset } from './presets.tsx'
import { Questions, stepOf } from './questions.tsx'
import { Report } from './report.tsx'
import { goTo, Rail, Step, stepElementId, type StepId, STEPS, type StepSummary } from './step.tsx'
import { type ImportWork, useImport, useImportQuery } from './use-import.ts'
import css from './imports.module.css'

type Summaries = Readonly<Record<StepId, StepSummary>>

export function ImportPage() {
  const { t } = useUi()
  const { id } = useParams()
  const number = Number(id)
  return (
    <Page title={t('imports:title')} note={t('imports:note')} back={{ href: PATHS.uploads, label: t('imports:back') }} actions={id !== undefined && <LinkButton href={PATHS.start}>{t('imports:another')}</LinkButton>}>
      {id === undefined ? <Start /> : Number.isSafeInteger(number) && number > 0 ? <Begun key={number} id={number} /> : <NotFound />}
    </Page>
  )
}

function Start() {
  const { t } = useUi()
  const { api } = useImports()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const asked = Number(search.get('client'))
  const clients = useQuery({ queryKey: KEYS.clients, queryFn: ({ signal }) => api.clients(signal) })
  const begun = (one: Import) => {
    queries.setQueryData(KEYS.one(one.id), one)
    void queries.invalidateQueries({ queryKey: KEYS.history })
    void navigate(PATHS.one(one.id))
  }
  const waiting = (id: StepId): StepSummary => ({ state: id === 'files' ? 'open' : 'waiting', note: t(`imports:about.${id}`) })
  const summaries: Summaries = { files: waiting('files'), columns: waiting('columns'), places: waiting('places'), check: waiting('check') }
  return (
    <>
      <Layout summaries={summaries}>
        <Step id="files" summary={summaries.files}>
          <QueryState of={clients} isEmpty={() => false}>{(list) => <FirstStep clients={list} asked={asked} onBegun={begun} />}</QueryState>
        </Step>
        {STEPS.slice(1).map((id) => <Step key={id} id={id} summary={summaries[id]} />)}
      </Layout>
      <ImportHistory />
    </>
  )
}

/** An administrator may begin with a client that is made. */
function FirstStep({ clients, asked, onBegun }: { clients: readonly Client[]; asked: number; onBegun: (one: Import) => void }) {
  const { isAdmin } = useImports()
  if (clients.length === 0 && !isAdmin) return <NoClients />
  const initial = clients.find(({ id }) => id === asked)?.id ?? (clients.length === 1 ? clients[0]?.id ?? null : null)
  return <NewFiles clients={clients} initialClient={initial} onBegun={onBegun} />
}

function Layout({ summaries, children }: { summaries: Summaries; children: ReactNode }) {
  return <div className={css.layout}><Rail summaries={summaries} /><div className={css.steps}>{children}</div></div>
}

function NotFound() {
  const { t } = useUi()
  return <EmptyState icon={<SearchIcon size={20} />} title={t('imports:notFound')} action={<LinkButton href={PATHS.start}>{t('imports:toHistory')}</LinkButton>}>{t('imports:notFoundText')}</EmptyState>
}

function Begun({ id }: { id: number }) {
  const query = useImportQuery(id)
  if (query.data === undefined && codeOf(query.error) === 'IMPORT_NOT_FOUND') return <NotFound />
  return <QueryState of={query} isEmpty={() => false} skeleton="table">{(current) => <One current={current} />}</QueryState>
}

function One({ current }: { current: Import }) {
  const { api } = useImports()
  const undo = useUndo()
  const work = useImport(current)
  const { now } = work
  const { client } = now
  const locals = useQuery({ queryKey: KEYS.locals(client ?? 0), queryFn: ({ signal }) => api.locals(client ?? 0, signal), enabled: client !== null })
  const summaries = useSummaries(work)
  const canChange = isOpen(now.state)
  const isFirstReading = now.state === 'reading' && now.preview === null
  return (
    <>
      <Outcome now={now} isBusy={work.isBusy} onUndo={() => void undo(now)} />
      <Layout summaries={summaries}>
        <Step id="files" summary={summaries.files}><GivenFiles now={now} /></Step>
        <Step id="columns" summary={summaries.columns} {...(canChange && now.preview !== null && { actions: <SavePreset now={now} isDisabled={work.isStale} /> })}>
          {canChange ? now.preview !== null && <ColumnsStep work={work} /> : now.report !== null && <ColumnsUsed now={now} report={now.report} />}
        </Step>
        <Step id="places" summary={summaries.places}>{now.places.length === 0 ? undefined : <PlacesStep work={work} locals={locals.data ?? []} isFixed={!canChange} />}</Step>
        <Step id="check" summary={summaries.check}>
          {now.report === null && now.questions.length === 0 ? undefined : (
            <div className={css.check} data-stale={(canChange && work.isStale) || undefined} aria-busy={canChange && work.isStale}>
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

/** What each step says in short. */
function useSummaries({ now, isStale }: ImportWork): Summaries {
  const { t, format } = useUi()
  const nameOf = useImportName()
  const { state, files, clientName, settings, preview, places, questions, report } = now
  const isEnded = !isOpen(state)
  const asks = new Set(questions.map(stepOf))
  const count = (value: number) => format.exact(value, 'count')
  const whose = clientName ?? settings.newClient ?? null
  const uses = preview?.uses ?? report?.columns.map(({ use }) => use) ?? []
  const [columns, used] = [uses.length, uses.filter((use) => use !== null && use !== 'ignored').length]
  const similar = places.filter(({ match }) => match === 'similar').length
  const reading = state === 'reading' && preview === null
  const stateOf = (id: StepId, isThere: boolean, isGuess = false): StepSummary['state'] =>
    (!isEnded && asks.has(id) ? 'ask' : !isThere ? 'waiting' : isGuess && !isEnded ? 'look' : 'done')
  const blocking = isEnded ? 0 : questions.length
  return {
    files: { state: stateOf('files', true), note: [files.length === 1 ? nameOf(now) : t('imports:summary.files', { count: files.length }), whose].filter(Boolean).join(' · ') },
    columns: {
      state: stateOf('columns', preview !== null || report !== null),
      note: columns === 0 ? t(reading ? 'imports:summary.reading' : 'imports:about.columns') : t('imports:summary.columns', { used, count: columns }),
    },
    places: {
      state: stateOf('places', places.length > 0, similar > 0),
      note: places.length === 0 ? t(reading ? 'imports:summary.reading' : 'imports:about.places') : [t('imports:summary.places', { count: places.length, n: count(places.length) }), similar > 0 && !isEnded && t('imports:summary.similar', { count: similar, n: count(similar) })].filter(Boolean).join(' · '),
    },
    check: {
      state: blocking > 0 ? 'ask' : report === null || reading ? 'waiting' : isEnded ? 'done' : apartLines(report) > 0 ? 'look' : 'done',
      note: blocking > 0
        ? t('imports:summary.questions', { count: blocking })
        : report === null || reading
          ? t(reading ? 'imports:summary.reading' : 'imports:about.check')
          : isStale && !isEnded ? t('imports:summary.again') : t(`imports:is.${state}`),
    },
  }
}

/** Always in sight: how it stands, and the one thing to do next. */
function ActionBar({ work, isFirstReading }: { work: ImportWork; isFirstReading: boolean }) {
  const { t, format } = useUi()
  const bar = useRef<HTMLDivElement>(null)
  const { now, isStale, isBusy, refusal, retry, act } = work
  const { state, questions, report, progress } = now
  const count = (value: number) => format.exact(value, 'count')
  const [question] = questions
  const step = question === undefined ? null : stepOf(question)
  const main = report?.sums.find(({ atom }) => atom === 'ins') ?? report?.sums[0]
  const isReady = state === 'ready' && !isStale
  /** The button is done with its work and gives the focus to what comes of it. */
  const load = async () => {
    await act('load')
    bar.current?.focus()
  }
  return (
    <div ref={bar} className={css.bar} tabIndex={-1} role="region" aria-label={t('imports:actions')}>
      {refusal !== null && <Notice kind="bad" {...(retry !== null && { action: <Button size="small" onPress={retry}>{t('ui.retry')}</Button> })}>{refusal}</Notice>}
      <div className={css.barLine}>
        <div className={css.barState} role="status">
          {isUnderWay(state)
            ? <Doing state={state} progress={progress} isAgain={!isFirstReading} />
            : isStale
              ? <p>{t('imports:summary.again')}</p>
              : state === 'refused'
                ? <p><Badge tone="warn">{t('imports:summary.questions', { count: questions.length })}</Badge> {t('imports:answerFirst')}</p>
                : report !== null && (
                  <p>
                    <Badge tone="good">{t('imports:is.ready')}</Badge>{' '}
                    {t('imports:readyText', { people: count(main?.stored ?? 0), count: report.taken, n: count(report.taken), from: tableDate(report.firstDay), to: tableDate(report.lastDay) })}
                  </p>
                )}
        </div>
        <div className={css.barActions}>
          {state !== 'undoing' && <Button kind="quiet" isDisabled={isBusy} onPress={() => void act('cancel')}>{t('imports:cancel')}</Button>}
          {state === 'refused' && !isStale && step !== null
            ? <Button kind="primary" onPress={() => goTo(stepElementId(step === 'columns' ? 'check' : step))}>{t('imports:toQuestion')}</Button>
            : state !== 'storing' && state !== 'undoing' && <Button kind="primary" isDisabled={!isReady} isPending={isBusy} onPress={() => void load()}>{t('imports:import')}</Button>}
        </div>
      </div>
    </div>
  )
}

function Doing({ state, progress, isAgain }: Pick<Import, 'state' | 'progress'> & { isAgain: boolean }) {
  const { t, format } = useUi()
  const label = state === 'reading' && isAgain ? t('imports:summary.again') : t(`imports:phase.${progress?.phase ?? (state === 'reading' ? 'reading' : state === 'storing' ? 'storing' : 'undoing')}`)
  if (progress === null || progress.of === 0) return <p>{label}{progress !== null && progress.lines > 0 && ` · ${t('imports:progress.lines', { count: progress.lines, n: format.exact(progress.lines, 'count') })}`}</p>
  // Never full before it is over.
  const percent = format.exact(Math.floor((progress.done / progress.of) * 100), 'count')
  return <Progress label={label} value={progress.done} max={progress.of} valueLabel={progress.lines > 0 ? `${percent} % · ${t('imports:progress.lines', { count: progress.lines, n: format.exact(progress.lines, 'count') })}` : `${percent} %`} />
}
