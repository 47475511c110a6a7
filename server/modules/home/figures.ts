/**
 * The figures that a day starts with: each client's yesterday and week against last year, outliers and their reasons.
 */
import { comparedLocals, listedLocals } from '#domain/access'
import type { DayFacts } from '#domain/alert-evaluation'
import { dayNumber, isoDay, todayIn } from '#domain/days'
import { QUALITY_ATOMS } from '#domain/completeness'
import { columnIndex, toRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import { YEAR_DAYS, compareWithLastYear, gapsOn, moversIn, spansOf } from '#domain/start-of-day'
import type { Sides, Span, StoreDays, YearComparison } from '#domain/start-of-day'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Holiday } from '#schemas/generated/entities/holiday.ts'
import type { Home } from '#schemas/generated/entities/home.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { createVersionedCache } from '../../facts/versioned-cache.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import { dayFacts } from '../alerts/facts.ts'
import { HISTORY_DAYS } from '../alerts/answers.ts'
import type { CampaignService } from '../campaigns/service.ts'
import type { ClientService } from '../clients/service.ts'
import type { CompareService } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'

type Figures = NonNullable<Home['figures']>[number]
type Comparison = Figures['yesterday']

/** One answer stays small: the schema has the same limits. */
const MAX_CLIENTS = 12
const MAX_MOVERS = 6
const MAX_GAPS = 3
const MAX_NOTES = 6
/** Past days change only when late data come. */
const KEPT_MS = 5 * 60_000
const KEPT_CLIENTS = 64

export interface FigureParts {
  readonly catalog: Pick<Catalog, 'holidays'>
  readonly facts: Pick<FactStore, 'query' | 'watermark'>
  readonly clients: ClientService
  readonly locals: LocalService
  readonly campaigns: Pick<CampaignService, 'list'>
  readonly compare: Pick<CompareService, 'compare'>
  readonly muting: ModuleMuting
  readonly clock: Clock
}

export function homeFigures({ catalog, facts, clients, locals, campaigns, compare, muting, clock }: FigureParts) {
  const kept = createVersionedCache<Map<number, StoreDays['days']>>(KEPT_CLIENTS)

  /** The days of these locals before today, by local. Named by exactly what may be seen. */
  function daysOf(client: number, ids: readonly number[], today: number): Promise<Map<number, StoreDays['days']>> {
    return kept([client, today, ...ids].join(' '), Math.floor(clock.now() / KEPT_MS), () =>
      dayFacts(facts, client, ids, today - HISTORY_DAYS, today - 1),
    )
  }

  /** A span of days against last year, as Compare answers it. */
  async function sidesOf(scope: Scope, client: number, ids: readonly number[], { from, to }: Span): Promise<Sides> {
    const before = yearBefore({ from, to })
    const { frame } = await compare.compare(scope, AGAINST, {
      client,
      locals: ids.join(','),
      p1Start: isoDay(from),
      p1End: isoDay(to),
      p2Start: isoDay(before.from),
      p2End: isoDay(before.to),
    })
    return { comparing: sumsOf(frame, 'comparing'), reference: sumsOf(frame, 'reference'), basis: frame.basis }
  }

  async function figuresOf(scope: Scope, { id: client, name }: Client, shown: readonly Local[]): Promise<Figures> {
    const today = dayNumber(todayIn(mostCommon(shown.map(({ timeZone }) => timeZone)), clock.now()))
    const { yesterday, week } = spansOf(today)
    const [before, until] = [isoDay(week.from - YEAR_DAYS), isoDay(yesterday.to)]
    const ids = shown.map(({ id }) => id).toSorted((a, b) => a - b)
    const [recent, overYesterday, overWeek, groups, calendar, ran, marks] = await Promise.all([
      daysOf(client, ids, today),
      sidesOf(scope, client, ids, yesterday),
      sidesOf(scope, client, ids, week),
      muting.groups(scope, client, ids),
      catalog.holidays.list(scope, { client, from: before, to: until }),
      campaigns.list(scope, { client }),
      facts.watermark({ client: [client] }),
    ])
    const own = Map.groupBy(calendar, ({ local }) => local)
    const muted = new Map(
      groups.flatMap((group) => group.locals.map((local) => [local, new Set(group.muted)] as const)),
    )
    const stores = ids.map((local): StoreDays => ({
      local,
      days: new Map([...(recent.get(local) ?? [])].map(([day, sums]) => [day, withoutMuted(sums, muted.get(local))])),
      holidays: new Set((own.get(local) ?? []).map(({ day }) => dayNumber(day))),
    }))
    const names = new Map(shown.map((local) => [local.id, local.name]))
    const [movers, gaps] = [moversIn(stores, week), gapsOn(stores, yesterday.to)]
    const mine = new Set(ids)
    const newest = marks.filter(({ local }) => mine.has(local)).map(({ instant }) => instant * 1000)
    return {
      client,
      name,
      asOf: newest.length === 0 ? null : Math.max(...newest),
      yesterday: shownAs(compareWithLastYear(overYesterday, yesterday, stores)),
      week: shownAs(compareWithLastYear(overWeek, week, stores)),
      movers: movers.slice(0, MAX_MOVERS).map(({ local, day, visits, expected }) => ({
        local,
        name: names.get(local) ?? '',
        day: isoDay(day),
        visits,
        expected,
        holiday: own.get(local)?.find((one) => one.day === isoDay(day))?.name ?? null,
      })),
      moreMovers: Math.max(0, movers.length - MAX_MOVERS),
      gaps: gaps.slice(0, MAX_GAPS).map(({ local, coverage }) => ({ local, name: names.get(local) ?? '', coverage })),
      moreGaps: Math.max(0, gaps.length - MAX_GAPS),
      holidays: holidayNotes(calendar.filter(({ local, day }) => mine.has(local) && isCompared(dayNumber(day), week))),
      campaigns: ran
        .filter(({ begin, end }) => overlaps(begin, end, week) || overlaps(begin, end, yearBefore(week)))
        .slice(0, MAX_NOTES)
        .map((one) => ({
          name: one.name,
          begin: one.begin,
          end: one.end,
          isReference: !overlaps(one.begin, one.end, week),
        })),
    }
  }

  return async function figures(scope: Scope): Promise<Pick<Home, 'figures' | 'moreClients'>> {
    const [owners, all] = await Promise.all([clients.list(scope), locals.list(scope, {})])
    const byClient = Map.groupBy(
      comparedLocals(listedLocals(all, { admin: false, hideNoData: true })),
      ({ client }) => client,
    )
    const counting = owners.filter(({ id }) => byClient.has(id)).toSorted((a, b) => a.name.localeCompare(b.name))
    return {
      figures: await Promise.all(
        counting.slice(0, MAX_CLIENTS).map((client) => figuresOf(scope, client, byClient.get(client.id) ?? [])),
      ),
      moreClients: Math.max(0, counting.length - MAX_CLIENTS),
    }
  }
}

const yearBefore = ({ from, to }: Span): Span => ({ from: from - YEAR_DAYS, to: to - YEAR_DAYS })
const isIn = (day: number, { from, to }: Span) => day >= from && day <= to
const isCompared = (day: number, week: Span) => isIn(day, week) || isIn(day, yearBefore(week))
const overlaps = (begin: string, end: string, { from, to }: Span) => dayNumber(begin) <= to && dayNumber(end) >= from

function shownAs({ from, to, ...figures }: YearComparison): Comparison {
  return {
    begin: isoDay(from),
    end: isoDay(to),
    referenceBegin: isoDay(from - YEAR_DAYS),
    referenceEnd: isoDay(to - YEAR_DAYS),
    ...figures,
  }
}

const AGAINST = { by: ['period'], measures: ['visits', 'tickets', 'visitsWithTickets', ...QUALITY_ATOMS] } as const

/** The measures of one period of an answer that has a row for each; a row that is not there is null. */
function sumsOf(frame: Frame, period: 'comparing' | 'reference'): Atoms | null {
  const row = toRows(frame).find((cells) => cells[columnIndex(frame, 'period')] === period)
  return row === undefined
    ? null
    : Object.fromEntries(
        frame.columns.flatMap(({ id, role }, at) => (role === 'measure' ? [[id, row[at] as number | null]] : [])),
      )
}

/** One note per holiday and day, however many stores keep it; this year's first. */
function holidayNotes(holidays: readonly Holiday[]): Figures['holidays'] {
  const notes = [...Map.groupBy(holidays, ({ day, name }) => `${day} ${name}`).values()].map((same) => {
    const [{ day, name } = { day: '', name: '' }] = same
    return { day, name, stores: same.length, closed: same.filter(({ closed }) => closed).length }
  })
  return notes.toSorted((a, b) => b.day.localeCompare(a.day) || b.stores - a.stores).slice(0, MAX_NOTES)
}

/** The sums of a day without the counts whose data module is off. */
function withoutMuted(sums: DayFacts, muted: ReadonlySet<string> | undefined): DayFacts {
  if (muted === undefined || muted.size === 0) return sums
  const kept = <Id extends 'ins' | 'visits' | 'tickets' | 'visitsWithTickets'>(id: Id) =>
    muted.has(id) ? null : sums[id]
  return {
    ...sums,
    ins: kept('ins'),
    visits: kept('visits'),
    tickets: kept('tickets'),
    visitsWithTickets: kept('visitsWithTickets'),
  }
}

/** The first of those that occur most. */
function mostCommon(zones: readonly string[]): string {
  const [first] = [...Map.groupBy(zones, (zone) => zone).entries()].toSorted((a, b) => b[1].length - a[1].length)
  return first?.[0] ?? 'UTC'
}
