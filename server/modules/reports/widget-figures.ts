/** One widget of a dashboard as a table of figures, with the rights that its owner has at this moment. */
import type { FigureTable } from '#domain/figure-rule'
import type { Language } from '#domain/languages'
import { figureTable } from '../../../src/engine/core/run/figure-table.ts'
import { pageClient } from '../../../src/engine/core/run/page-client.ts'
import { asOwner, ownerOf } from './as-owner.ts'
import type { OwnerParts } from './as-owner.ts'
import { hasLostFilter, projectionOf, runDashboard } from './running.ts'

/** All of it; a widget that takes longer has no figure this time. */
const RUN_MS = 30_000

interface WidgetRequest {
  readonly owner: number
  readonly dashboard: string
  readonly widget: string
  readonly values: Readonly<Record<string, unknown>>
  readonly lang: Language
  /** YYYY-MM-DD: the day from which relative periods are counted. */
  readonly asOf: string
}

/** The missing part without which the query has no answer any more. */
type FigureGone = 'ownerGone' | 'dashboardGone' | 'widgetGone' | 'filterGone'

interface WidgetFigures {
  /** In the language that was asked for. */
  readonly title: string
  /** The one client of the filter that the page has for it; null where there is none, or more than one. */
  readonly client: number | null
  /** Null = it has no figures now: they failed, nothing is shown, or their data module is off. */
  readonly table: FigureTable | null
  /** Epoch ms of the newest hour in them. */
  readonly asOf: number | null
  /** Its table lacks columns of which the data module is off. */
  readonly muted: boolean
}

export function widgetFigures(parts: OwnerParts) {
  return {
    /** Rejects when it takes longer than 30 s, or when `cancelled` is aborted. */
    async read(
      { owner, dashboard: id, widget: name, values, lang, asOf }: WidgetRequest,
      cancelled: AbortSignal,
    ): Promise<WidgetFigures | { readonly reason: FigureGone }> {
      const user = await ownerOf(parts, owner)
      if (user === null) return { reason: 'ownerGone' }
      const signal = AbortSignal.any([AbortSignal.timeout(RUN_MS), cancelled])
      return asOwner(parts, user, { dashboard: id, lifeMs: RUN_MS }, (owned) =>
        runDashboard(
          { ...owned, what: { values, lang }, asOf, signal, only: name },
          async (dashboard, words): Promise<WidgetFigures | { readonly reason: FigureGone }> => {
            const widget = dashboard.model.widgets.get(name)
            const repeats = dashboard.model.sections.some(({ id: one, repeat }) => one === widget?.section && repeat)
            if (widget?.kind !== 'live' || widget.repeat !== undefined || repeats) return { reason: 'widgetGone' }
            if (hasLostFilter(dashboard)) return { reason: 'filterGone' }
            const state = dashboard.store.getState().widgets[name]
            const about = { title: dashboard.widgets[name]?.title || name, client: pageClient(dashboard) }
            if (state?.kind !== 'ready' || state.partial !== undefined)
              return { ...about, table: null, asOf: null, muted: false }
            const { projection, context } = await projectionOf(dashboard, widget, state, { lang, words })
            const columns = Object.values(state.frames).flatMap((frame) => frame.columns)
            return {
              ...about,
              table: figureTable(projection, context),
              asOf: state.asOf ?? null,
              muted: columns.some(({ muted }) => muted === true),
            }
          },
        ),
      )
    },
  }
}

export type WidgetFigureReader = ReturnType<typeof widgetFigures>
