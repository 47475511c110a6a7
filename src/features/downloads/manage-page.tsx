/** Downloads: which unit, which days, which columns, as which file. All of it is in the address. */
import { useQuery } from '@tanstack/react-query'
import { DOWNLOAD_FORMATS, DOWNLOAD_MAX_DAYS, DOWNLOAD_CONTENTS } from '#domain/download'
import { DOWNLOAD_ORDERS } from '#domain/download-order'
import type { Client } from '#schemas/generated/entities/client.ts'
import { Checkbox, EntitySelector, LinkButton, NoClients, Page, QueryState, SegmentedControl, useUi } from '#ui'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Choice, namesLocals, queryOf, readChoice, UNITS, writeChoice } from './choice.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { useDownloads } from './downloads-frame.tsx'
import { Labelled } from './labelled.tsx'
import { Outcome } from './outcome.tsx'
import { Running } from './running.tsx'
import { useDownload } from './use-download.ts'
import css from './downloads.module.css'
import { StartDownload } from './start-download.tsx'
import { DownloadRange } from './download-range.tsx'

/** Of any length; for the same accounts. */
const EXPORTS_PATH = '/users/downloads/exports'

export function ManagePage() {
  const { t } = useUi()
  const { api } = useDownloads()
  const clients = useQuery({ queryKey: ['downloads', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
  return (
    <Page
      title={t('downloads:title')}
      note={t('downloads:note', { n: DOWNLOAD_MAX_DAYS })}
      actions={<LinkButton href={EXPORTS_PATH}>{t('downloads:export.longer', { n: DOWNLOAD_MAX_DAYS })}</LinkButton>}
    >
      <QueryState of={clients} skeleton="form" empty={<NoClients />}>
        {(list) => <Chooser clients={list} />}
      </QueryState>
    </Page>
  )
}

function Chooser({ clients }: { clients: readonly Client[] }) {
  const { t } = useUi()
  const { api, today } = useDownloads()
  const [search, setSearch] = useSearchParams()
  const choice = withOnly(readChoice(search, today()), clients)
  const download = useDownload()
  const isRunning = download.stage !== 'ready'
  const ended = useRef<HTMLDivElement>(null)
  // The buttons of a download disappear with it; the focus moves to the result.
  useEffect(() => {
    if (download.outcome !== null && document.activeElement === document.body) ended.current?.focus()
  }, [download.outcome])
  const set = (part: Partial<Choice>) => {
    download.forget()
    setSearch(writeChoice({ ...choice, ...part }), { replace: true })
  }
  const locals = useQuery({
    queryKey: ['downloads', 'locals', choice.client],
    queryFn: ({ signal }) => api.locals(choice.client ?? 0, signal),
    enabled: choice.unit === 'local' && choice.client !== null,
  })
  const query = queryOf(choice)
  const items = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ id, name }))
  return (
    <div className={css.split}>
      <form
        className={css.form}
        aria-label={t('downloads:title')}
        onSubmit={(event) => {
          event.preventDefault()
          if (query !== null) download.start(query, namesLocals(choice) ? choice.order : 'date')
        }}
      >
        <Labelled label={t('downloads:unit')}>
          <SegmentedControl
            label={t('downloads:unit')}
            value={choice.unit}
            segments={UNITS.map((id) => ({ id, label: t(`downloads:unit.${id}`) }))}
            isDisabled={isRunning}
            onChange={(unit) => set({ unit, local: null })}
          />
        </Labelled>
        <div className={css.fields}>
          <EntitySelector
            label={t('downloads:client')}
            isRequired
            items={items(clients)}
            value={choice.client}
            isDisabled={isRunning}
            onChange={(client) => set({ client, local: null })}
          />
          {choice.unit === 'local' && (
            <EntitySelector
              label={t('downloads:local')}
              isRequired
              items={items(locals.data ?? [])}
              value={choice.local}
              isDisabled={isRunning || choice.client === null || locals.data === undefined}
              onChange={(local) => set({ local })}
              error={locals.error === null ? null : t('downloads:localsFailed')}
              help={choice.client === null ? t('downloads:clientFirst') : undefined}
            />
          )}
        </div>
        <DownloadRange choice={choice} set={set} isDisabled={isRunning} />
        <Labelled label={t('downloads:content')} note={t(`downloads:content.${choice.content}Note`)}>
          <SegmentedControl
            label={t('downloads:content')}
            value={choice.content}
            segments={DOWNLOAD_CONTENTS.map((id) => ({ id, label: t(`downloads:content.${id}`) }))}
            isDisabled={isRunning}
            onChange={(content) => set({ content })}
          />
        </Labelled>
        {choice.unit === 'client' && choice.content !== 'rows' && (
          <Checkbox isSelected={choice.byLocal} isDisabled={isRunning} onChange={(byLocal) => set({ byLocal })}>
            {t('downloads:byLocal')}
          </Checkbox>
        )}
        {namesLocals(choice) && (
          <Labelled label={t('downloads:order')}>
            <SegmentedControl
              label={t('downloads:order')}
              value={choice.order}
              segments={DOWNLOAD_ORDERS.map((id) => ({ id, label: t(`downloads:order.${id}`) }))}
              isDisabled={isRunning}
              onChange={(order) => set({ order })}
            />
          </Labelled>
        )}
        <Labelled label={t('downloads:format')} note={t(`downloads:format.${choice.format}Note`)}>
          <SegmentedControl
            label={t('downloads:format')}
            value={choice.format}
            segments={DOWNLOAD_FORMATS.map((id) => ({ id, label: t(`downloads:format.${id}`) }))}
            isDisabled={isRunning}
            onChange={(format) => set({ format })}
          />
        </Labelled>
        <StartDownload
          format={choice.format}
          isReady={query !== null}
          isRunning={isRunning}
          hint={download.outcome === null ? (query === null ? missing(choice) : 'downloads:stage.ready') : null}
          onCancel={download.cancel}
        />
        {isRunning && <Running {...download} />}
        <div ref={ended} tabIndex={-1}>
          {download.outcome !== null && <Outcome outcome={download.outcome} />}
        </div>
      </form>
      <ColumnsPanel choice={choice} query={query} />
    </div>
  )
}

/** A reader with one client has no choice. */
const withOnly = (choice: Choice, clients: readonly Client[]): Choice =>
  choice.client === null && clients.length === 1 ? { ...choice, client: clients[0]?.id ?? null } : choice

const missing = ({ unit, client, local }: Choice): string =>
  client === null
    ? 'downloads:missing.client'
    : unit === 'local' && local === null
      ? 'downloads:missing.local'
      : 'downloads:missing.range'
