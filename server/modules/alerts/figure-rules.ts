/**
 * Requirements of a rule about a figure before it is stored: a widget that answers, of one client, with limits that
 * fit.
 */
import { areLimits } from '#domain/figure-rule'
import type { FigureTable } from '#domain/figure-rule'
import type { FigureWatchDraft } from '#schemas/generated/api/figure-watch-draft.ts'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import { viewSearch } from '#domain/saved-view'
import { isZone } from '../../facts/zone.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { WidgetFigureReader } from '../reports/widget-figures.ts'
import { dayAt } from './figure-watch.ts'

/** Of one account: each asks a dashboard every 15 minutes. */
export const MAX_FIGURE_RULES = 20

const invalid = (setting: string, expected: string, value: unknown) =>
  new AppError('ALERT_FIGURE_INVALID', `${setting} is ${JSON.stringify(value ?? null)}; ${expected} was expected.`, {
    setting,
    expected,
  })
const notFound = (what: 'widget' | 'column' | 'row' | 'filter', value: string) =>
  new AppError('ALERT_FIGURE_NOT_FOUND', `The ${what} ${value} is not there, or not with these filters.`, {
    what,
    value,
  })

interface FigureRuleParts {
  readonly figures: WidgetFigureReader
  readonly clock: Clock
}

export function figureRules({ figures, clock }: FigureRuleParts) {
  /**
   * The query of a rule and its name, after one evaluation with the rights of its owner. Throws ALERT_FIGURE_INVALID,
   * DASHBOARD_NOT_FOUND, ALERT_FIGURE_NOT_FOUND, ALERT_FIGURE_CLIENT_REQUIRED, ALERT_FIGURE_SUM_NOT_ALLOWED,
   * ALERT_FIGURE_UNAVAILABLE.
   */
  return async function checkedWatch(owner: number, client: number, draft: FigureWatchDraft): Promise<FigureWatch> {
    const { dashboard, widget, rows, row, values, lang } = draft
    if (!areLimits(draft)) throw invalid('limits', 'below ≤ above', [draft.below, draft.above])
    if ((rows === 'one') !== (row !== null)) throw invalid('row', rows === 'one' ? 'key' : 'null', row)
    if (!isZone(draft.timeZone)) throw invalid('timeZone', 'Europe/Madrid', draft.timeZone)
    const found = await figures
      .read({ owner, dashboard, widget, values, lang, asOf: dayAt(draft, clock.now()) }, new AbortController().signal)
      .catch((cause: unknown) => {
        throw unavailable(widget, cause)
      })
    if ('reason' in found) {
      if (found.reason === 'widgetGone') throw notFound('widget', widget)
      if (found.reason === 'filterGone') throw notFound('filter', dashboard)
      throw new AppError('DASHBOARD_NOT_FOUND', `There is no dashboard ${dashboard} that this account may see.`, {
        dashboard,
      })
    }
    if (found.client !== client)
      throw new AppError(
        'ALERT_FIGURE_CLIENT_REQUIRED',
        `The figures of ${widget} are of client ${found.client ?? 'none'}; those of client ${client} alone were ` +
          'expected.',
        { client },
      )
    if (found.table === null) throw unavailable(widget)
    return {
      ...draft,
      search: viewSearch(draft.search.toWellFormed()),
      title: found.title,
      ...named(found.table, draft),
    }
  }

  function named(table: FigureTable, { column: id, rows, row }: FigureWatchDraft) {
    const column = table.columns.find((one) => one.id === id)
    if (column === undefined) throw notFound('column', id)
    if (rows === 'sum' && !column.isAdditive)
      throw new AppError(
        'ALERT_FIGURE_SUM_NOT_ALLOWED',
        `${column.label} is a share, a mean or a change: its rows have no sum.`,
        { column: column.label },
      )
    const one = table.rows.find(({ key }) => key === row)
    if (row !== null && one === undefined) throw notFound('row', row)
    return { label: column.label, format: column.format, rowLabel: one?.label ?? null }
  }
}

export type CheckedWatch = ReturnType<typeof figureRules>

const unavailable = (widget: string, cause?: unknown) =>
  new AppError(
    'ALERT_FIGURE_UNAVAILABLE',
    `The figures of ${widget} could not be read just now; try again when the dashboard shows them.`,
    { widget },
    { cause },
  )
