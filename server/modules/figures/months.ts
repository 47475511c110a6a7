/** Figures of months: each month, and the sums of three and of twelve, beside those of the year before. */
import { dayNumber, dayOf, isoDay, monthNumber } from '#domain/days'
import { MONTHS, MONTHLY_COURSE, MONTHLY_ITEMS, MONTHLY_PLACES, MONTHLY_SUMMARY } from '#domain/figure-columns'
import type { Cell, Column } from '#domain/frame'
import { fromRows } from '#domain/frame-build'
import { monthSeries, together, type MonthSeries } from '#domain/rolling-months'
import type { MonthlyQuery } from '#schemas/generated/api/monthly-query.ts'
import type { FigureFacts } from '../../facts/figures.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { Answer } from '../compare/answer.ts'

const YEAR = 12
const WINDOWS = [1, 3, YEAR] as const
const PERIODS = [
  ['comparing', 0],
  ['reference', YEAR],
] as const
/** Unnamed dimensions. */
const REST = ''

interface Figures {
  readonly all: MonthSeries
  readonly byItem: ReadonlyMap<string, MonthSeries>
  /** The month that the windows end with; null when nothing is known. */
  readonly end: number | null
}

export function monthService({
  figures: known,
  clients,
}: {
  figures: Pick<FigureFacts, 'monthly' | 'placesOfMonths'>
  clients: Pick<ClientService, 'find'>
}) {
  /** Throws CLIENT_NOT_FOUND. */
  async function figuresOf(scope: Scope, { client, place, end }: MonthlyQuery): Promise<Figures> {
    await clients.find(scope, client)
    const figures = await known.monthly(client, place)
    const placesOf = (list: readonly (typeof figures)[number][]) =>
      together([...Map.groupBy(list, ({ place: of }) => of).values()].map(monthSeries))
    const all = placesOf(figures)
    const last = all.span?.last ?? null
    const byItem = new Map([...Map.groupBy(figures, ({ item }) => item)].map(([item, of]) => [item, placesOf(of)]))
    return {
      all,
      byItem,
      end: last === null ? null : end === undefined ? last : Math.min(last, monthNumber(dayNumber(end))),
    }
  }

  const answer = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): Answer => ({
    frame: fromRows(columns, rows),
    asOf: null,
  })
  const windows = (series: MonthSeries, end: number) => WINDOWS.map((months) => series.sum(end, months))
  const firstDay = (month: number) => dayOf(Math.floor(month / YEAR), (month % YEAR) + 1, 1)

  return {
    /** Places with figures. Throws CLIENT_NOT_FOUND. */
    async places(scope: Scope, { client }: MonthlyQuery): Promise<Answer> {
      await clients.find(scope, client)
      return answer(
        MONTHLY_PLACES,
        (await known.placesOfMonths(client)).map((place) => [place]),
      )
    },

    /** Months from the first to the last that is known, the newest first. */
    async months(scope: Scope, { client, place }: MonthlyQuery): Promise<Answer> {
      const { all } = await figuresOf(scope, { client, ...(place !== undefined && { place }) })
      if (all.span === null) return answer(MONTHS, [])
      const { first, last } = all.span
      const months = Array.from({ length: last - first + 1 }, (_, n) => last - n)
      return answer(
        MONTHS,
        months.map((month) => [isoDay(firstDay(month)).slice(0, 7), firstDay(month), isoDay(firstDay(month + 1) - 1)]),
      )
    },

    /** One row a month: its figure, the sums that end with it, and that of twelve months a year before. */
    async course(scope: Scope, query: MonthlyQuery): Promise<Answer> {
      const { all, end } = await figuresOf(scope, query)
      if (all.span === null || end === null) return answer(MONTHLY_COURSE, [])
      const { first } = all.span
      const months = Array.from({ length: Math.max(0, end - first + 1) }, (_, n) => first + n)
      const rows = months.map((month): Cell[] => [firstDay(month), ...windows(all, month), all.sum(month - YEAR, YEAR)])
      return answer(MONTHLY_COURSE, [...rows, [firstDay(end + 1) - 1, null, null, null, null]])
    },

    /** The windows that end with a month, and the same of the year before. */
    async summary(scope: Scope, query: MonthlyQuery): Promise<Answer> {
      const { all, byItem, end } = await figuresOf(scope, query)
      if (end === null) return answer(MONTHLY_SUMMARY, [])
      // An item that is named in one of the two years only has no growth: it may have been among the others.
      const both = [...byItem].filter(
        ([item, series]) => item !== REST && PERIODS.every(([, before]) => series.sum(end - before, YEAR) !== null),
      )
      return answer(
        MONTHLY_SUMMARY,
        PERIODS.map(([period, before]) => {
          const total = all.sum(end - before, YEAR)
          const named =
            both.length === 0 ? null : both.reduce((sum, [, series]) => sum + series.sum(end - before, YEAR)!, 0)
          return [
            period,
            firstDay(end - before),
            ...windows(all, end - before),
            all.sum(end - before, (end % YEAR) + 1),
            named,
            total === null ? null : total - (named ?? 0),
          ]
        }),
      )
    },

    /** One row an item that is named; a window in which it is not named every month is not known. */
    async items(scope: Scope, query: MonthlyQuery): Promise<Answer> {
      const { byItem, end } = await figuresOf(scope, query)
      if (end === null) return answer(MONTHLY_ITEMS, [])
      return answer(
        MONTHLY_ITEMS,
        PERIODS.flatMap(([period, before]) =>
          [...byItem]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .flatMap(([item, series]) => (item === REST ? [] : [[period, item, ...windows(series, end - before)]])),
        ),
      )
    },
  }
}

export type MonthService = ReturnType<typeof monthService>
