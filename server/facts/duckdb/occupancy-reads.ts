/** People inside, as statements; see `../occupancy.ts`. */
import type { Column } from '#domain/frame'
import { OCCUPANCY_HOURS, OCCUPANCY_ROOMS } from '#domain/occupancy-columns'
import type { OccupancyFacts } from '../occupancy.ts'
import type { CompiledColumn } from './compile.ts'
import { hoursSql, knownSql, pairsSql, roomsSql } from './occupancy-figures.ts'
import type { SqlFactStore } from './sql-store.ts'
import { liveOccupancy } from './occupancy-live.ts'

const PERIODS = ['comparing', 'reference']

const idList = (ids: readonly number[]) => ids.map(Number).join(', ')

export function occupancyFacts({ read, frame }: Pick<SqlFactStore, 'read' | 'frame'>): OccupancyFacts {
  const sums = (by: 'hour' | 'room', ofPeriods: readonly string[], tables = '') =>
    frame(
      `${tables}SELECT ${COLUMNS[by].map(({ id }) => (id === 'period' ? 'period::TINYINT AS period' : id)).join(', ')}
        FROM (${ofPeriods.join('\nUNION ALL\n')})`,
      [],
      COLUMNS[by].map(compiled),
      PERIODS,
    )

  return {
    ...liveOccupancy({ read }),

    async deviceOccupancy(client, locals, fromMs, toMs) {
      if (locals.length === 0) return []
      const rows = await read(
        `SELECT local, device || '/' || line, CAST("at" AS DOUBLE), people FROM occupancy
          WHERE client = $1 AND "at" >= $2 AND "at" < $3 AND local IN (${idList(locals)})
          ORDER BY local, "at", device, line`,
        [client, BigInt(fromMs), BigInt(toMs)],
      )
      return rows.map(([local, zone, at, people]) => ({
        local: Number(local),
        zone: String(zone),
        at: Number(at),
        people: Number(people),
        presence: false,
      }))
    },
    async fileOccupancy(client, locals, fromMs, toMs) {
      if (locals.length === 0) return []
      const rows = await read(
        `SELECT local, area::VARCHAR, CAST(instant AS DOUBLE) * 1000, people, presence FROM occupancy_minute
          WHERE client = $1 AND instant * 1000::BIGINT BETWEEN $2 AND $3 AND local IN (${idList(locals)})
          ORDER BY 1, 2, 3`,
        [client, BigInt(fromMs), BigInt(toMs)],
      )
      return rows.map(([local, zone, at, people, presence]) => ({
        local: Number(local),
        zone: String(zone),
        at: Number(at),
        people: Number(people),
        presence: presence === true,
      }))
    },
    async clients() {
      const rows = await read('SELECT client FROM occupancy_minute UNION SELECT client FROM occupancy', [])
      return rows.map(([client]) => Number(client))
    },
    async localsWithData(client, chosen) {
      if (chosen.length === 0) return []
      const of = chosen.map(String).join(', ')
      const rows = await read(
        `SELECT local, bool_and(presence), bool_or(files), bool_or(NOT files), count(*), min(first), max(last) FROM (
    SELECT local, area::VARCHAR AS room, bool_and(presence) AS presence, true AS files, min(instant)::DOUBLE AS first,
      max(instant)::DOUBLE AS last
    FROM occupancy_minute WHERE client = $1 AND local IN (${of}) GROUP BY ALL
    UNION ALL
    SELECT local, device || '/' || line, false, false, floor(min("at") / 60000)::DOUBLE * 60,
      floor(max("at") / 60000)::DOUBLE * 60 FROM occupancy WHERE client = $1 AND local IN (${of}) GROUP BY ALL
  ) GROUP BY local ORDER BY local`,
        [client],
      )
      return rows.map(([local, presence, hasFiles, hasDevices, zones, first, last]) => ({
        local: Number(local),
        presence: presence === true,
        hasFiles: hasFiles === true,
        hasDevices: hasDevices === true,
        zones: Number(zones),
        first: Number(first),
        last: Number(last),
      }))
    },
    async known(client, locals, periods) {
      if (locals.length === 0) return []
      const rows = await read(knownSql(client, locals, periods), [])
      return rows.map(([code, local, weekday, hour, expectedS, knownS, unpairedS]) => ({
        period: Number(code),
        local: Number(local),
        weekday: Number(weekday),
        hour: Number(hour),
        expectedS: Number(expectedS),
        knownS: Number(knownS),
        unpairedS: Number(unpairedS),
      }))
    },
    figures: (client, locals, periods, by) =>
      sums(
        by,
        periods.map((period, code) => STATEMENTS[by](client, locals, period, code)),
      ),
    pairedFigures: (client, locals, periods, by, alone) =>
      sums(
        by,
        periods.map((period, code) => STATEMENTS[by](client, locals, period, code, true)),
        `WITH ${pairsSql(client, locals, periods, alone)}\n`,
      ),
  }
}

const STATEMENTS = { hour: hoursSql, room: roomsSql }
const COLUMNS = { hour: OCCUPANCY_HOURS, room: OCCUPANCY_ROOMS }

const compiled = (column: Column): CompiledColumn => ({
  column,
  result:
    column.id === 'period'
      ? 'period'
      : column.role === 'measure' || column.type === 'boolean' || column.type === 'float'
        ? 'double'
        : 'integer',
})
