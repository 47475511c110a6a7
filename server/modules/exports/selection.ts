/** The selection of an export: which days, which locals under which names, and whether there is anything of it. */
import { dayNumber, daySpan, isoDay } from '#domain/days'
import { EXPORT_MEASURES } from '#domain/export'
import { otherFiguresPath, type OtherFigures } from '#domain/imports'
import type { ExportDraft } from '#schemas/generated/api/export-draft.ts'
import type { Repositories } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import type { ExportArea, ExportLocal, ExportRows } from '../../facts/exports.ts'
import type { FactStore } from '../../facts/store.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { TrafficKinds } from '../../traffic-kinds.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'

/** Where it is already tomorrow: no reader's today is refused. */
const EASTERNMOST_MS = 14 * 3_600_000

export interface SelectionParts {
  readonly catalog: Pick<Repositories, 'areas'>
  readonly facts: Pick<FactStore, 'exports' | 'watermark'>
  readonly kinds: TrafficKinds
  readonly clients: ClientService
  readonly locals: LocalService
  readonly muting: ModuleMuting
}

const OTHER_NAMES: Readonly<Record<OtherFigures, string>> = {
  minutes: 'people inside by the minute',
  flows: 'trips between places',
  profile: 'average days',
  monthly: 'figures of months',
}
const hoursNotFound = (names: string, has: readonly { readonly client: number; readonly kind: OtherFigures }[]) =>
  new AppError(
    'EXPORT_HOURS_NOT_FOUND',
    [
      `No hours or days are known of ${names}; an export would have no rows of it.`,
      ...has.map(
        ({ client, kind }) =>
          `Client ${client} has ${OTHER_NAMES[kind]}: export them as CSV from the widgets of ` +
          `${otherFiguresPath(kind, client)}.`,
      ),
    ].join(' '),
    { clients: names, has },
  )

/** Throws DATE_INVALID, DATES_INCORRECT, DOWNLOAD_DATE_FUTURE. */
export function requireDays({ begin, end }: ExportDraft, now: number): void {
  const { to } = daySpan(begin, end)
  const today = Math.floor((now + EASTERNMOST_MS) / 86_400_000)
  if (to > today)
    throw new AppError(
      'DOWNLOAD_DATE_FUTURE',
      `${end} has not come yet; the last day there can be is ${isoDay(today)}.`,
      { end, latest: isoDay(today) },
    )
}

export function exportSelection({ catalog, facts, kinds, clients, locals, muting }: SelectionParts) {
  /** The locals that were asked for, under the names the caller may know. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
  async function localsOf(scope: Scope, { clients: requested, locals: only = [] }: ExportDraft) {
    const own = (await Promise.all(requested.map((client) => locals.ofClient(scope, client)))).flat()
    const known = new Map(own.map((local) => [local.id, local]))
    for (const id of only) if (!known.has(id)) throw localNotFound(id)
    return only.length === 0 ? own : only.map((id) => known.get(id)!)
  }

  async function rowsOf(scope: Scope, what: ExportDraft): Promise<ExportRows> {
    const own = await localsOf(scope, what)
    const [exportLocals, areas]: [ExportLocal[], ExportArea[]] = [[], []]
    for (const client of what.clients) {
      const theirs = own.filter((local) => local.client === client)
      const [{ name: clientName }, { notArea }, groups, counted] = await Promise.all([
        clients.find(scope, client),
        kinds.of(client, what.traffic),
        muting.groups(
          scope,
          client,
          theirs.map(({ id }) => id),
        ),
        catalog.areas.list(scope, { client }),
      ])
      const mutedAt = new Map(groups.flatMap(({ locals: same, muted }) => same.map((local) => [local, muted])))
      exportLocals.push(
        ...theirs.map(({ id, name, code, timeZone }) => ({
          client,
          clientName,
          local: id,
          localName: name,
          localCode: code,
          timeZone,
          notArea,
          muted: mutedAt.get(id) ?? [],
        })),
      )
      const chosen = new Set(theirs.map(({ id }) => id))
      for (const [local, same] of Map.groupBy(counted, (area) => area.local)) {
        if (chosen.has(local))
          areas.push(
            ...same.map(({ id, name, traffic }, at) => ({
              area: id,
              areaName: scope.demo ? `Demo Area ${at + 1}` : name,
              traffic,
            })),
          )
      }
    }
    const { grain, measures: chosen = [], outside = false } = what
    return {
      locals: exportLocals,
      areas,
      from: dayNumber(what.begin),
      to: dayNumber(what.end),
      grain,
      measures: EXPORT_MEASURES.filter((id) => chosen.length === 0 || (chosen as readonly string[]).includes(id)),
      outside,
    }
  }

  /** Throws EXPORT_HOURS_NOT_FOUND, EXPORT_ROWS_NOT_FOUND, EXPORT_SELECTION_EMPTY. */
  async function requireRows(scope: Scope, what: ExportDraft): Promise<void> {
    const known = await facts.exports.clientsWithHours(what.clients)
    const without = what.clients.filter((client) => !known.has(client))
    if (without.length > 0) {
      const has = await facts.exports.otherFigures(without)
      const names = await Promise.all(without.map(async (client) => (await clients.find(scope, client)).name))
      throw hoursNotFound(names.join(', '), has)
    }
    const of = await rowsOf(scope, what)
    const days = await facts.exports.daysOf(of)
    if (days === null)
      throw new AppError(
        'EXPORT_SELECTION_EMPTY',
        'The chosen locals have no rows of this kind of traffic on any day; choose other locals or another kind.',
      )
    if (!days.isWithin) {
      const { begin: first, end: last } = what
      const span = { first: isoDay(days.first), last: isoDay(days.last) }
      throw new AppError(
        'EXPORT_ROWS_NOT_FOUND',
        `There are no rows from ${first} to ${last}; there are some from ${span.first} to ${span.last}.`,
        { begin: first, end: last, ...span },
      )
    }
  }

  /** The newest hour of what is exported, in milliseconds. */
  async function asOf({ locals: own }: ExportRows): Promise<number | null> {
    const known = new Set(own.map(({ local }) => local))
    const marks = (await facts.watermark({ client: [...new Set(own.map(({ client }) => client))] })).filter(
      ({ local }) => known.has(local),
    )
    return marks.length === 0 ? null : Math.max(...marks.map(({ instant }) => instant)) * 1000
  }

  return { localsOf, rowsOf, requireRows, asOf }
}

export type ExportSelection = ReturnType<typeof exportSelection>
