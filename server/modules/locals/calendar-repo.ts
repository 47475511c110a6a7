/** When a local is open: its weekly hours, and the days that do not follow them. */
import type { Holiday } from '#schemas/generated/entities/holiday.ts'
import type { OpeningHour } from '#schemas/generated/entities/opening-hour.ts'
import { inChunks, readable, requireLocal, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export type NewOpeningHour = Omit<OpeningHour, 'id' | 'area'> & Partial<Pick<OpeningHour, 'area'>>
export type NewHoliday = Omit<Holiday, 'id'>

const toOpeningHour = (row: Row<'opening_hours'>): OpeningHour => ({
  id: row.id,
  local: row.local_id,
  area: row.area_id,
  weekDay: row.week_day,
  opening: row.opening,
  closing: row.closing,
})
/** An owner's name for a day may identify the owner: a reader of the demo learns only that it is a holiday. */
const toHoliday = (row: Row<'holidays'>, { demo }: Scope): Holiday => ({
  id: row.id,
  local: row.local_id,
  day: row.day,
  name: demo ? '' : row.name,
  closed: row.closed === 1,
})

async function requireLocals(db: Db, scope: Scope, rows: readonly { local: number }[]): Promise<void> {
  for (const local of new Set(rows.map((row) => row.local))) await requireLocal(db, scope, local)
}

interface CalendarFilter {
  local?: number
  client?: number
}

export function openingHourRepo(db: Db) {
  return {
    /** By local, weekday and opening; of one local or one client when given. */
    async list(scope: Scope, { local, client }: CalendarFilter = {}): Promise<OpeningHour[]> {
      let query = db
        .selectFrom('opening_hours')
        .innerJoin('locals', 'locals.id', 'opening_hours.local_id')
        .selectAll('opening_hours')
        .where(readable(scope, 'locals.client_id'))
        .orderBy('local_id')
        .orderBy('week_day')
        .orderBy('opening')
      if (local !== undefined) query = query.where('local_id', '=', local)
      if (client !== undefined) query = query.where('locals.client_id', '=', client)
      return (await query.execute()).map(toOpeningHour)
    },

    /** Throws LOCAL_NOT_FOUND for a local outside the scope. */
    async insertMany(scope: Scope, hours: readonly NewOpeningHour[]): Promise<void> {
      await requireLocals(db, scope, hours)
      const rows = hours.map((hour) => ({
        local_id: hour.local,
        area_id: hour.area ?? null,
        week_day: hour.weekDay,
        opening: hour.opening,
        closing: hour.closing,
      }))
      for (const chunk of inChunks(rows)) await db.insertInto('opening_hours').values(chunk).execute()
    },

    /**
     * Deletes the hours of these locals, or of one area of one local. Throws LOCAL_NOT_FOUND for a local outside the
     * scope; to be run in a transaction.
     */
    async remove(scope: Scope, locals: readonly number[], area?: number): Promise<void> {
      await requireLocals(
        db,
        scope,
        locals.map((local) => ({ local })),
      )
      for (const chunk of inChunks(locals)) {
        const query = db.deleteFrom('opening_hours').where('local_id', 'in', chunk)
        await (area === undefined ? query : query.where('area_id', '=', area)).execute()
      }
    },
  }
}

export function holidayRepo(db: Db) {
  return {
    /** By local and day; of one local, of one client or between two days, both included, when given. */
    async list(
      scope: Scope,
      { local, client, from, to }: CalendarFilter & { from?: string; to?: string } = {},
    ): Promise<Holiday[]> {
      let query = db
        .selectFrom('holidays')
        .innerJoin('locals', 'locals.id', 'holidays.local_id')
        .selectAll('holidays')
        .where(readable(scope, 'locals.client_id'))
        .orderBy('local_id')
        .orderBy('day')
      if (local !== undefined) query = query.where('local_id', '=', local)
      if (client !== undefined) query = query.where('locals.client_id', '=', client)
      if (from !== undefined) query = query.where('day', '>=', from)
      if (to !== undefined) query = query.where('day', '<=', to)
      return (await query.execute()).map((row) => toHoliday(row, scope))
    },

    /** Throws LOCAL_NOT_FOUND for a local outside the scope, NAME_TAKEN for a second holiday on one day. */
    async insertMany(scope: Scope, holidays: readonly NewHoliday[]): Promise<void> {
      await requireLocals(db, scope, holidays)
      const rows = holidays.map((holiday) => ({
        local_id: holiday.local,
        day: holiday.day,
        name: holiday.name,
        closed: holiday.closed ? 1 : 0,
      }))
      for (const chunk of inChunks(rows))
        await unlessTaken(
          db.insertInto('holidays').values(chunk).execute(),
          'One of these days is a holiday of its local already; give each day once.',
        )
    },

    /**
     * These days at these locals follow the week again. Throws LOCAL_NOT_FOUND for a local outside the scope; to be run
     * in a transaction.
     */
    async remove(scope: Scope, locals: readonly number[], days: readonly string[]): Promise<void> {
      await requireLocals(
        db,
        scope,
        locals.map((local) => ({ local })),
      )
      if (days.length === 0) return
      for (const chunk of inChunks(locals))
        await db.deleteFrom('holidays').where('local_id', 'in', chunk).where('day', 'in', days).execute()
    },
  }
}
