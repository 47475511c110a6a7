/** Puts the editor together: the document and its draft, the registries, live data, and the dialog of publishing. */
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { QueryState, toasts, useUi } from '#ui'
import { texts, useTranslation } from '#i18n'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { optionSchemas } from '../../widgets/option-schemas.ts'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { useStore } from 'zustand'
import { pathsOf, readerPath, useDashboards } from '../features/dashboards/frame.tsx'
import { PublishDialog } from '../features/dashboards/publish-dialog.tsx'
import { ReadOnlyPage } from '../features/dashboards/read-only-page.tsx'
import { useRefresh } from '../features/dashboards/use-dashboards.ts'
import { EditPage } from '../features/editor/edit-page.tsx'
import type { Draft, DraftPort, EditPorts, Opened, PublishSlotProps, WidgetExample } from '../features/editor/index.ts'
import { browserClock } from './browser-ports.ts'
import { commonOptions, servicesIn, useWidgetTexts } from './dashboard-parts.ts'
import { compute, sources } from './data.ts'
import { errorText } from './error-text.ts'
import { hostTitle } from './host-brand.ts'
import { linkHosts } from './link-hosts.ts'
import { session } from './session.ts'

type JsonSchemas = Awaited<ReturnType<EditPorts['optionSchemas']>>

const exampleFiles = import.meta.glob<WidgetExample>('../../widgets/*/example.json', { import: 'default' })
const usualFiles = import.meta.glob<Readonly<Record<string, string>>>('../i18n/locales/editor/*.json', {
  import: 'usual',
  eager: true,
})
const nameFiles = import.meta.glob<string>(['../../widgets/*/i18n/*.json', '!../../widgets/lib/i18n/*.json'], {
  import: 'name',
  eager: true,
})

/** `…/widgets/kpi-table/…` -> `kpi-table`. */
const typeOf = (file: string) => file.split('/widgets/')[1]?.split('/')[0] ?? ''
const languageOf = (file: string) => file.replace(/^.*\/(\w+)\.json$/, '$1')

const names = new Map(
  [...Map.groupBy(Object.entries(nameFiles), ([file]) => typeOf(file))].map(([type, files]) => [
    type,
    Object.fromEntries(files.map(([file, name]) => [languageOf(file), name])),
  ]),
)

const usual: EditPorts['usual'] = (key) =>
  Object.fromEntries(
    Object.entries(usualFiles).flatMap(([file, words]) =>
      words[key] === undefined ? [] : [[languageOf(file), words[key]]],
    ),
  )

let schemas: Promise<JsonSchemas> | undefined
const optionSchemasOnce = () => (schemas ??= optionSchemas() as Promise<JsonSchemas>)

const example = async (type: string): Promise<WidgetExample | null> => {
  const file = Object.keys(exampleFiles).find((one) => typeOf(one) === type)
  return file === undefined ? null : ((await exampleFiles[file]?.()) ?? null)
}

const context: EditPorts['context'] = { widgets, sources, linkHosts }

/**
 * The copy on this device; it goes when the server has the draft. Another account that signs in here does not get it.
 */
const keyOf = (user: number, id: string) => `aforo.draft.${user}.${id}`

function readHere(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const { text, baseRevision, undo } =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
    return typeof text === 'string' && typeof baseRevision === 'number'
      ? { text, baseRevision, ...(typeof undo === 'string' && { undo }) }
      : null
  } catch {
    return null
  }
}

function writeHere(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full, or forbidden: the server's copy comes a moment later.
  }
}

interface ReadOnly {
  readonly entry: Dashboard
}

interface Loaded extends ReadOnly {
  readonly opened: Opened
}

export function EditorRoute() {
  const { id = '' } = useParams()
  const { api } = useDashboards()
  const me = useStore(session.store, (state) => state.me)
  const key = keyOf(me?.id ?? 0, id)
  const query = useQuery({
    // Once for each visit: what the editor holds from then on is newer than any answer.
    queryKey: ['dashboards', 'editor', id],
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<Loaded | ReadOnly> => {
      const document = await api.one(id, signal)
      // What may not be published is not worked on either; the server would refuse the first draft.
      if (!document.entry.mayEdit) return { entry: document.entry }
      const kept = document.entry.draft ? await api.draft(id, signal) : null
      const draft: Draft | null =
        readHere(key) ??
        (kept === null
          ? null
          : { text: kept.text, baseRevision: kept.baseRevision, ...(kept.undo !== null && { undo: kept.undo }) })
      const published = async (revision: number) =>
        revision === document.revision ? document.text : (await api.revision(id, revision, signal)).text
      const revision = draft?.baseRevision ?? document.revision
      const base = revision === 0 ? undefined : await published(revision)
      return {
        entry: document.entry,
        opened: {
          text: draft?.text ?? document.text,
          revision,
          ...(base !== undefined && { base }),
          ...(draft?.undo !== undefined && { undo: draft.undo }),
        },
      }
    },
  })
  return (
    <QueryState of={query} isEmpty={() => false} skeleton="chart" errorText={errorText}>
      {(loaded) =>
        'opened' in loaded ? (
          <Editing key={id} id={id} storageKey={key} {...loaded} />
        ) : (
          <ReadOnlyPage entry={loaded.entry} />
        )
      }
    </QueryState>
  )
}

function Editing({ id, storageKey, entry, opened }: Loaded & { id: string; storageKey: string }) {
  const { i18n } = useTranslation()
  const { t } = useUi()
  const [current, setCurrent] = useState(entry)
  const { api, area, flagName } = useDashboards()
  const refresh = useRefresh()
  const me = useStore(session.store, (state) => state.me)
  const language = useWidgetTexts(i18n.language, true)
  const paths = pathsOf(area)
  const ports = useMemo(
    (): EditPorts | null =>
      me === null || language === null
        ? null
        : {
            context,
            clock: browserClock,
            compute,
            live: { ...commonOptions(me), locale: texts.language },
            services: servicesIn(language),
            names: (type) => names.get(type) ?? {},
            usual,
            example,
            optionSchemas: optionSchemasOnce,
            errorText,
            flagName: (flag) => t(flagName(flag)),
          },
    [me, language, flagName, t],
  )
  const draft = useMemo(
    (): DraftPort => ({
      keepHere: (one) => writeHere(storageKey, one),
      async keep(one) {
        const written = JSON.stringify(one)
        await api.keepDraft(id, { text: one.text, baseRevision: one.baseRevision, undo: one.undo ?? null })
        // A step made meanwhile is only here.
        if (localStorage.getItem(storageKey) === written) localStorage.removeItem(storageKey)
      },
      async drop() {
        localStorage.removeItem(storageKey)
        await api.dropDraft(id)
      },
    }),
    [api, id, storageKey],
  )
  const publish = ({ onPublished, onMerged, onClose, ...slot }: PublishSlotProps) => (
    <PublishDialog
      {...slot}
      entry={current}
      onClose={onClose}
      onPublished={(document) => {
        setCurrent(document.entry)
        void refresh()
        onPublished(document.revision, document.text)
        onClose()
      }}
      onMerged={(revision, theirs, merged) => {
        onMerged(revision, theirs, merged)
        onClose()
        toasts.info(t('dashboard:merge.done', { revision }))
      }}
    />
  )
  if (ports === null) return null
  return (
    <EditPage
      ports={ports}
      opened={opened}
      draft={draft}
      holdName={storageKey}
      product={hostTitle()}
      backTo={paths.list}
      historyPath={paths.history(id)}
      publish={publish}
      {...(current.published && { viewPath: readerPath(id) })}
    />
  )
}
