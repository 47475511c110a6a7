/**
 * Exports: files of any length that the server prepares. What is chosen is in the address; what was prepared is listed
 * below.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { exportColumns } from '#domain/export'
import type { Client } from '#schemas/generated/entities/client.ts'
import { CopyCode, NoClients, Page, QueryState, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { draftOf, type ExportChoice, readExportChoice, writeExportChoice } from './export-choice.ts'
import { elsewhereOf, type Refusal } from './refusal.ts'
import { ExportForm } from './export-form.tsx'
import { ExportList, EXPORTS } from './export-list.tsx'
import { PATHS, useExports } from './exports-frame.tsx'
import css from '../downloads.module.css'
import own from './exports.module.css'

export function ExportsPage() {
  const { t } = useUi()
  const { api } = useExports()
  const clients = useQuery({ queryKey: ['exports', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
  return (
    <Page
      title={t('downloads:export.title')}
      note={t('downloads:export.note')}
      back={{ href: PATHS.downloads, label: t('downloads:title') }}
    >
      <div className={own.page}>
        <QueryState of={clients} skeleton="form" empty={<NoClients />}>
          {(list) => <Chooser clients={list} />}
        </QueryState>
        <ExportList />
      </div>
    </Page>
  )
}

function Chooser({ clients }: { clients: readonly Client[] }) {
  const { t } = useUi()
  const { api, say, today } = useExports()
  const queries = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const [isStarting, setStarting] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const choice = withOnly(readExportChoice(search, today()), clients)
  const draft = draftOf(choice)

  const set = (part: Partial<ExportChoice>) => {
    setRefusal(null)
    setSearch(writeExportChoice({ ...choice, ...part }), { replace: true })
  }
  const start = async () => {
    if (draft === null) return
    setStarting(true)
    setRefusal(null)
    try {
      await api.start(draft)
      toasts.info(t('downloads:export.started'))
    } catch (cause) {
      setRefusal({ text: say(cause), elsewhere: elsewhereOf(cause) })
    } finally {
      setStarting(false)
      await queries.invalidateQueries({ queryKey: EXPORTS })
    }
  }
  const columns = exportColumns(choice.grain, choice.measures)
  return (
    <div className={css.split}>
      <ExportForm
        clients={clients}
        choice={choice}
        set={set}
        start={() => void start()}
        isStarting={isStarting}
        refusal={refusal}
      />
      <aside className={css.aside}>
        <section aria-labelledby="export-columns">
          <h2 id="export-columns">{t('downloads:columns', { n: columns.length })}</h2>
          <ul className={css.columns}>
            {columns.map(({ id }) => (
              <li key={id}>
                <code>{id}</code>
              </li>
            ))}
          </ul>
          <p className={css.hint}>{t('downloads:export.columnsNote')}</p>
        </section>
        <section aria-labelledby="export-program">
          <h2 id="export-program">{t('downloads:program')}</h2>
          <p className={css.hint}>{t('downloads:programNote')}</p>
          {draft === null ? (
            <p className={css.hint}>{t('downloads:programLater')}</p>
          ) : (
            <div className={css.call}>
              <CopyCode code={`POST /api/exports ${JSON.stringify(draft)}`} />
            </div>
          )}
          <p className={css.links}>
            <a href="/api/docs">{t('downloads:apiDocs')}</a>
          </p>
        </section>
      </aside>
    </div>
  )
}

/** An account with one client has nothing to choose. */
const withOnly = (choice: ExportChoice, clients: readonly Client[]): ExportChoice =>
  choice.clients.length === 0 && clients.length === 1 ? { ...choice, clients: [clients[0]!.id] } : choice
