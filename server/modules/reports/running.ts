/**
 * A dashboard run on the server for one account, by the engine of the page: the same document, sources, steps and
 * models, so what is read of it are the figures of the screen. Reports run all of it, rules about a figure one widget.
 */
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Project, Projection, ProjectionContext, ReadyState } from '#engine/types'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import { createClient } from '../../../src/api/client.ts'
import { localsApi } from '../../../src/api/locals.ts'
import { withTexts } from '../../../src/engine/core/document/text.ts'
import type { LiveWidget } from '../../../src/engine/core/document/model.ts'
import type { Dashboard } from '../../../src/engine/core/run/dashboard-types.ts'
import { withoutMuted } from '../../../src/engine/core/run/muted.ts'
import { projectionContext, withBasis } from '../../../src/engine/core/run/projection.ts'
import { createSources } from '../../../src/sources/index.ts'
import { createLocalCompute } from '../../../workers/local-compute.ts'
import { openDashboard } from '../dashboards/open.ts'
import { type Ask, fetchWith } from './ask.ts'
import { type Words, wordsIn } from './texts.ts'

const WIDGETS = resolve(import.meta.dirname, '../../../widgets')
/**
 * Filters that were dropped or changed because what was chosen is no longer there: another dashboard than the one that
 * was asked for.
 */
const LOST = new Set(['FILTER_FLAGGED', 'FILTER_RESET', 'FILTER_CLEARED', 'STORED_VALUE_IGNORED'])

export interface Running {
  readonly document: string
  readonly what: Pick<ReportWhat, 'values' | 'lang'>
  /** YYYY-MM-DD: the day from which relative periods are counted. */
  readonly asOf: string
  readonly user: { readonly id: number; readonly isAdmin: boolean }
  readonly ask: Ask
  readonly signal: AbortSignal
  /** One widget alone; all of them without it. */
  readonly only?: string | undefined
}

/** Reads a dashboard when all of it is there, and ends it. Rejects when `signal` is aborted. */
export async function runDashboard<T>(
  { document, what, asOf, user, ask, signal, only }: Running,
  read: (dashboard: Dashboard, words: Words) => Promise<T>,
): Promise<T> {
  const words = await wordsIn(what.lang)
  const compute = createLocalCompute()
  // The token is put in by `ask`; the client only needs to know that there is one.
  const client = createClient({
    tokens: { get: () => 'report', set: () => undefined, clear: () => undefined },
    onUnauthorized: () => undefined,
    fetch: fetchWith(ask),
  })
  const { clients, locals, activeLocals, campaigns } = localsApi(client)
  const sources = createSources({
    frame: (path, query, of) => client.frame(path, { query, signal: of }),
    clients,
    locals,
    activeLocals,
    campaigns,
    open: compute.open,
    adopt: compute.adopt,
  })
  const dashboard = await openDashboard({
    document,
    values: what.values,
    asOf,
    lang: what.lang,
    text: words.app,
    user: { id: String(user.id), admin: user.isAdmin },
    sources,
    compute,
    only,
  })
  try {
    await Promise.race([dashboard.promoteAll(), aborted(signal)])
    return await read(dashboard, words)
  } finally {
    dashboard.dispose()
    compute.close()
  }
}

/** Something that was chosen could not be: these are other figures than those that were meant. */
export const hasLostFilter = ({ store }: Pick<Dashboard, 'store'>): boolean =>
  store.getState().notices.some(({ code }) => LOST.has(code))

/** The figures of a widget, with the context they were made in. */
interface Shown {
  readonly projection: Projection
  readonly context: ProjectionContext
}

export async function projectionOf(
  dashboard: Pick<Dashboard, 'store' | 'text'>,
  widget: LiveWidget,
  state: ReadyState,
  { lang, words }: { readonly lang: string; readonly words: Words },
): Promise<Shown> {
  const worded = withTexts(widget.options, dashboard.text)
  const { options } = withoutMuted(widget.definition, worded, state.frames)
  const { labels } = dashboard.store.getState()
  const context = projectionContext(state, { locale: lang, labels, t: words.widget(widget.type) })
  const projection = (await modelOf(widget))(options as never, state.frames, context)
  return { projection: withBasis(projection, state, context), context }
}

/** Node runs the model and leaves the view, which the page alone can draw. */
async function modelOf({ type }: LiveWidget): Promise<Project<never>> {
  const { project } = (await import(pathToFileURL(join(WIDGETS, type, 'model.ts')).href)) as { project: Project<never> }
  return project
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
