/** Puts the editor together: the document and its draft, the registries, live data, and the dialog of publishing. */
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { QueryState, toasts, useUi } from '#ui'
import { texts, useTranslation } from '#i18n'
import { guardedWidgets as widgets } from '#widgets/guarded'
import { optionSchemas } from '../../widgets/option-schemas.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useStore } from 'zustand'
import { draftConflictOf, type DraftConflict } from '../api/dashboard-conflicts.ts'
import { DraftConflictDialog } from '../features/dashboards/draft-conflict.tsx'
import { pathsOf, readerPath, useDashboards } from '../features/dashboards/frame.tsx'
import { PublishDialog } from '../features/dashboards/publish-dialog.tsx'
import { ReadOnlyPage } from '../features/dashboards/read-only-page.tsx'
import { useRefresh } from '../features/dashboards/use-dashboards.ts'
import { EditPage } from '../features/editor/edit-page.tsx'
import type {
  ConflictSlotProps,
  Draft,
  DraftPort,
  EditPorts,
  Opened,
  PublishSlotProps,
  WidgetExample,
} from '../features/editor/index.ts'
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

interface Here extends Draft {
  /** When the server's draft was kept that this one follows; null = there was none. */
  readonly after: number | null
}

function readHere(key: string): Here | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const { text, baseRevision, undo, after } =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
    return typeof text === 'string' && typeof baseRevision === 'number'
      ? {
          text,
          baseRevision,
          after: typeof after === 'number' ? after : null,
          ...(typeof undo === 'string' && { undo }),
        }
      : null
  } catch {
    return null
  }
}

function writeHere(key: string, draft: Here): void {
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
  /** When the draft was kept that the work follows; null = none was. */
  readonly after: number | null
  /** Ids of dashboards, for links; undefined where they could not be asked for. */
  readonly dashboards: ReadonlySet<string> | undefined
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
      const [document, dashboards] = await Promise.all([
        api.one(id, signal),
        // Links are checked against these once they are loaded; without them links are not checked.
        api.list(texts.language, signal).then(
          (all) => new Set(all.map((one) => one.id)),
          () => undefined,
        ),
      ])
      // A document that may not be published is not edited either; the server would refuse the first draft.
      if (!document.entry.mayEdit) return { entry: document.entry }
      const kept = document.entry.draft ? await api.draft(id, signal) : null
      const here = readHere(key)
      const draft: Draft | null =
        here ??
        (kept === null
          ? null
          : { text: kept.text, baseRevision: kept.baseRevision, ...(kept.undo !== null && { undo: kept.undo }) })
      const published = async (revision: number) =>
        revision === document.revision ? document.text : (await api.revision(id, revision, signal)).text
      const revision = draft?.baseRevision ?? document.revision
      const base = revision === 0 ? undefined : await published(revision)
      return {
        entry: document.entry,
        dashboards,
        // A copy that was never sent follows the draft it began with, not later saves elsewhere.
        after: here === null ? (kept?.at ?? null) : here.after,
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

/** Where the drafts of one dashboard are kept, and the one that was kept elsewhere since. */
function useDrafts(id: string, storageKey: string, after: number | null) {
  const { api } = useDashboards()
  const known = useRef(after)
  const refused = useRef<DraftConflict | null>(null)
  const [conflict, setConflict] = useState<DraftConflict | null>(null)
  const draft = useMemo(
    (): DraftPort => ({
      keepHere: (one) => writeHere(storageKey, { ...one, after: known.current }),
      async keep(one) {
        // Until one of the two is chosen nothing is sent: it would be refused again.
        if (refused.current !== null) throw new Error('another draft of this dashboard was kept elsewhere')
        try {
          const { text, baseRevision, undo = null } = one
          known.current = (await api.keepDraft(id, { text, baseRevision, undo, after: known.current })).at
        } catch (cause) {
          refused.current = draftConflictOf(cause)
          setConflict(refused.current)
          throw cause
        }
        // A step made meanwhile is only here.
        const here = readHere(storageKey)
        if (here?.text === one.text && here.undo === one.undo) localStorage.removeItem(storageKey)
      },
      async drop() {
        localStorage.removeItem(storageKey)
        const own = known.current
        known.current = null
        if (own !== null) await api.dropDraft(id, own)
      },
    }),
    [api, id, storageKey],
  )
  return {
    draft,
    conflict,
    /** When the draft was stored that the work continues; null = none was. */
    after: useCallback(() => known.current, []),
    /** One of the two was chosen: what is kept next follows the one that was refused it. */
    resolve: () => {
      known.current = refused.current?.at ?? known.current
      refused.current = null
      setConflict(null)
    },
  }
}

function Editing({ id, storageKey, entry, opened, after, dashboards }: Loaded & { id: string; storageKey: string }) {
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
            context: { ...context, ...(dashboards && { dashboards }) },
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
    [me, language, dashboards, flagName, t],
  )
  const { draft, conflict, after: known, resolve } = useDrafts(id, storageKey, after)
  const beat = useCallback((page: string) => api.editing(id, page), [api, id])
  const publish = ({ onPublished, onMerged, onClose, ...slot }: PublishSlotProps) => (
    <PublishDialog
      {...slot}
      entry={current}
      after={known}
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
  const conflicting = ({ mine, onAdopt, onKeep }: ConflictSlotProps) =>
    conflict && (
      <DraftConflictDialog
        conflict={conflict}
        mine={mine}
        onTheirs={async () => {
          const { baseRevision } = conflict
          const published = baseRevision === 0 ? undefined : (await api.revision(id, baseRevision)).text
          resolve()
          onAdopt(conflict, published)
        }}
        onMine={() => {
          resolve()
          onKeep()
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
      conflict={conflict === null ? undefined : conflicting}
      beat={beat}
      {...(current.published && { viewPath: readerPath(id) })}
    />
  )
}
