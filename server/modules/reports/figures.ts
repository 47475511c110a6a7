/**
 * The tables of a dashboard, as its "Export CSV" has them. It also checks whether there is anything to send, before a
 * browser is started.
 */
import { type CsvTable } from '#domain/csv'
import { decimalOf } from '#domain/format'
import type { WidgetState } from '#engine/types'
import { sliced, slicesOf } from '../../../src/engine/core/run/repeats.ts'
import { csvOfProjection, csvWords } from '../../../src/engine/core/run/projection-csv.ts'
import type { RunReason } from './run-repo.ts'
import { hasLostFilter, projectionOf, runDashboard } from './running.ts'
import { searchOf } from './report-search.ts'
import type { Running } from './running.ts'

export interface TitledTable {
  readonly title: string
  readonly table: CsvTable
}

export interface Figures {
  readonly title: string
  /** Query string that opens the dashboard with what the report shows. */
  readonly search: string
  readonly tables: readonly TitledTable[]
}

/** The tables of the widgets in reading order, or why there is nothing to send. Rejects when `signal` is aborted. */
export const figuresOf = (running: Omit<Running, 'only'>): Promise<Figures | { readonly reason: RunReason }> =>
  runDashboard(running, async (dashboard, words) => {
    const { lang, values } = running.what
    const { title, params, widgets: states, labels, grids, sections } = dashboard.store.getState()
    const reason = hasLostFilter(dashboard) ? 'filterGone' : reasonOf(Object.values(states))
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
        const slices = repeat && whole && slicesOf(repeat, { params, labels }, [whole], lang)?.slices
        for (const slice of slices ?? [undefined]) {
          const state = slice === undefined || whole === undefined ? whole : sliced(whole, slice)
          if (state?.kind !== 'ready') continue
          const { projection } = await projectionOf(dashboard, widget, state, { lang, words })
          const name = dashboard.widgets[id]?.title || id
          tables.push({
            title: slice === undefined ? name : `${slice.label} · ${name}`,
            table: csvOfProjection(projection, fileWords, { decimal: decimalOf(lang) }),
          })
        }
      }
    }
    return { title, search: searchOf(dashboard, Object.keys(values)), tables }
  })

/** Null = it may be sent. Half a report is not sent: its reader cannot see what is missing. */
function reasonOf(states: readonly WidgetState[]): RunReason | null {
  if (states.some((state) => state.kind === 'error' || (state.kind === 'ready' && state.partial !== undefined)))
    return 'figuresFailed'
  return states.some(({ kind }) => kind === 'ready' || kind === 'empty') ? null : 'nothingShown'
}
