/**
 * A dashboard run on the server by the engine of the page: the same document, sources, steps and models, so a table
 * here has the figures of the screen. It also tells whether there is anything to send, before a browser is started.
 */
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CsvTable } from '#domain/csv'
import { decimalOf } from '#domain/format'
import type { Project, WidgetState } from '#engine/types'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import { createClient } from '../../../src/api/client.ts'
import { localsApi } from '../../../src/api/locals.ts'
import type { LiveWidget } from '../../../src/engine/core/document/model.ts'
import { withoutMuted } from '../../../src/engine/core/run/muted.ts'
import { sliced, slicesOf } from '../../../src/engine/core/run/repeats.ts'
import { csvOfProjection, csvWords } from '../../../src/engine/core/run/projection-csv.ts'
import { projectionContext, withBasis } from '../../../src/engine/core/run/projection.ts'
import { withTexts } from '../../../src/engine/core/document/text.ts'
import { createSources } from '../../../src/sources/index.ts'
import { createLocalCompute } from '../../../workers/local-compute.ts'
import { openDashboard } from '../dashboards/open.ts'
import { type Ask, fetchWith } from './ask.ts'
import type { RunReason } from './run-repo.ts'
import { wordsIn } from './texts.ts'

const WIDGETS = resolve(import.meta.dirname, '../../../widgets')
/**
 * Filters that were dropped or changed because what was chosen is no longer there: another dashboard than the one that
 * was asked for.
 */
const LOST = new Set(['FILTER_FLAGGED', 'FILTER_RESET', 'FILTER_CLEARED', 'STORED_VALUE_IGNORED'])

export interface FiguresOf {
  readonly document: string
  readonly what: Pick<ReportWhat, 'values' | 'lang'>
  readonly asOf: string
  readonly user: { readonly id: number; readonly isAdmin: boolean }
  readonly ask: Ask
  readonly signal: AbortSignal
}

export interface TitledTable {
  readonly title: string
  readonly table: CsvTable
}

/** The tables of the widgets in reading order, or why there is nothing to send. Rejects when `signal` is aborted. */
export async function figuresOf({
  document,
  what,
  asOf,
  user,
  ask,
  signal,
}: FiguresOf): Promise<
  { readonly title: string; readonly tables: readonly TitledTable[] } | { readonly reason: RunReason }
> {
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
  })
  try {
    await Promise.race([dashboard.promoteAll(), aborted(signal)])
    const { title, notices, params, widgets: states, labels, grids, sections } = dashboard.store.getState()
    const reason = reasonOf(
      notices.map(({ code }) => code),
      Object.values(states),
    )
    if (reason !== null) return { reason }
    const tables: TitledTable[] = []
    const fileWords = csvWords((key, params) => words.app(key, params) ?? key)
    for (const section of sections) {
      const places = grids.large[section.id] ?? {}
      const inOrder = section.widgets.toSorted(
        (a, b) => (places[a]?.y ?? 0) - (places[b]?.y ?? 0) || (places[a]?.x ?? 0) - (places[b]?.x ?? 0),
      )
      for (const id of inOrder) {
        const [widget, whole] = [dashboard.model.widgets.get(id), states[id]]
        if (widget?.kind !== 'live' || Object.keys(widget.data).length === 0) continue
        const repeat = widget.repeat ?? section.repeat
        const slices = repeat && whole && slicesOf(repeat, { params, labels }, [whole])?.slices
        for (const slice of slices ?? [undefined]) {
          const state = slice === undefined || whole === undefined ? whole : sliced(whole, slice)
          if (state?.kind !== 'ready') continue
          const worded = withTexts(widget.options, dashboard.text)
          const { options } = withoutMuted(widget.definition, worded, state.frames)
          const context = projectionContext(state, { locale: what.lang, labels, t: words.widget(widget.type) })
          const projection = (await modelOf(widget))(options as never, state.frames, context)
          const name = dashboard.widgets[id]?.title || id
          tables.push({
            title: slice === undefined ? name : `${slice.label} · ${name}`,
            table: csvOfProjection(withBasis(projection, state, context), fileWords, { decimal: decimalOf(what.lang) }),
          })
        }
      }
    }
    return { title, tables }
  } finally {
    dashboard.dispose()
    compute.close()
  }
}

/** Null = it may be sent. Half a report is none: its reader cannot see what is missing. */
function reasonOf(notices: readonly string[], states: readonly WidgetState[]): RunReason | null {
  if (notices.some((code) => LOST.has(code))) return 'filterGone'
  if (states.some((state) => state.kind === 'error' || (state.kind === 'ready' && state.partial !== undefined)))
    return 'figuresFailed'
  return states.some(({ kind }) => kind === 'ready' || kind === 'empty') ? null : 'nothingShown'
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
