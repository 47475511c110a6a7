/**
 * The part of `npm run check:data` about people inside: imports the sets of minutes and holds each hour of each room,
 * as the product answers it, against sums that DuckDB works out of the raw files by itself. Only minutes that the
 * report quarantines may be missing.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { dayNumber, isoDay } from '#domain/days'
import { cellOf, columnIndex } from '#domain/frame-build'
import { createCatalog } from '../server/open-catalog.ts'
import { createDuckDbFactStore } from '../server/facts/duckdb/store.ts'
import { MINUTE_FORMATS } from '../server/modules/imports/reading/minute-formats.ts'
import { prepareMinutes } from '../server/modules/imports/reading/minutes.ts'
import { clientService } from '../server/modules/clients/service.ts'
import { localService } from '../server/modules/locals/service.ts'
import { occupancyFigures } from '../server/modules/occupancy/figures.ts'
import { SYSTEM_SCOPE } from '../server/lib/scope.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

interface MinuteSet {
  readonly folder: string
  readonly format: string
  readonly files: readonly string[]
  /** The compared figure: minutes of people, or minutes in which the room was not empty. */
  readonly column: 'peopleS' | 'usedS'
  /** SQL over `raw` (all columns as text, `line` in the order of the files): room, days since 1970, hour, minutes. */
  readonly hours: string
  /** Civil hours that the clocks skipped: their lines are quarantined. */
  readonly skipped: readonly string[]
}

const FIRST_DAY = dayNumber('2017-03-22')

export const MINUTE_SETS: readonly MinuteSet[] = [
  {
    folder: 'sdu-rooms',
    format: 'sdu-rooms',
    files: ['rooms_1min.csv.gz'],
    column: 'peopleS',
    skipped: ['2017-03-26 2'],
    // Days without a date, by hand: the n-th one of a weekday (0 = Monday) has the n-th date of it from 22 March on, a
    // Wednesday.
    hours: `SELECT room, ${FIRST_DAY} + (weekday::INTEGER + 7 - 2) % 7 + 7 * (nth - 1) AS day,
      split_part(time, ':', 1)::INTEGER AS hour, sum(occupants::DOUBLE) AS minutes
      FROM raw JOIN (SELECT day_id, row_number() OVER (PARTITION BY any_value(weekday) ORDER BY min(line)) AS nth
        FROM raw GROUP BY day_id) USING (day_id) GROUP BY ALL`,
  },
  {
    folder: 'uci-office-occupancy',
    format: 'uci-office',
    files: ['office_1min.csv.gz', 'office_1min_b.csv.gz'],
    column: 'usedS',
    skipped: [],
    hours: `SELECT 'room' AS room, epoch(minute)::BIGINT // 86400 AS day, hour(minute) AS hour, sum(used) AS minutes
      FROM (SELECT date_trunc('minute', ts_local::TIMESTAMP + INTERVAL 30 SECOND) AS minute,
        arg_max(occupied::DOUBLE, line) AS used FROM raw GROUP BY 1) GROUP BY ALL`,
  },
]

/** @returns whether every hour is as the files say */
export async function checkMinutes(
  data: string,
  { folder, format, files, column, hours, skipped }: MinuteSet,
): Promise<boolean> {
  const paths = files.map((name) => join(data, folder, name)).filter((path) => existsSync(path))
  const own = mkdtempSync(join(tmpdir(), 'aforo-check-'))
  const catalog = await createCatalog({ catalogUrl: 'sqlite::memory:' })
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const raw = await (await DuckDBInstance.create(':memory:')).connect()
  const began = performance.now()
  try {
    const prepared = await prepareMinutes({
      files: paths,
      format: MINUTE_FORMATS.get(format)!,
      client: folder,
      within: own,
    })
    await prepared.store({ catalog, facts, now: NOW })
    const seconds = (performance.now() - began) / 1000
    await raw.run(
      'CREATE TABLE raw AS SELECT *, row_number() OVER () AS line FROM ' +
        `read_csv([${paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}], all_varchar = true, ` +
        'header = true, union_by_name = true)',
    )
    const expected = new Map(
      (await (await raw.run(hours)).getRows()).map(([room, day, hour, minutes]) => [
        `${String(room)} ${isoDay(Number(day))} ${Number(hour)}`,
        Number(minutes),
      ]),
    )

    const clients = clientService({ clients: catalog.clients })
    const { areas, footscans } = catalog
    const locals = localService({ locals: catalog.locals, areas, footscans, clients })
    const figures = occupancyFigures({
      occupancy: facts.occupancy,
      catalog,
      clients,
      locals,
      clock: { now: () => NOW },
    })
    const stored = new Map<string, number>()
    for (const { id, code, client } of await catalog.locals.list(SYSTEM_SCOPE)) {
      const days = [...expected.keys()].map((key) => key.split(' ')[1]!).toSorted()
      const { frame } = await figures.hours(SYSTEM_SCOPE, {
        client,
        locals: String(id),
        p1Start: days[0]!,
        p1End: days.at(-1)!,
      })
      const at = (name: string, row: number) => cellOf(frame, columnIndex(frame, name), row)
      for (let row = 0; row < frame.rows; row += 1) {
        const value = at(column, row)
        if (value !== null)
          stored.set(`${code} ${isoDay(Number(at('day', row)))} ${Number(at('hour', row))}`, Number(value) / 60)
      }
    }
    const isSkipped = (key: string) => skipped.some((hour) => key.endsWith(hour))
    const wrong = [...new Set([...expected.keys(), ...stored.keys()])].filter(
      (key) => expected.get(key) !== stored.get(key) && !isSkipped(key),
    )
    const explained = [...expected.keys()].filter(isSkipped).length
    const total = (of: ReadonlyMap<string, number>) =>
      [...of.values()].reduce((sum, minutes) => sum + minutes, 0).toLocaleString('en')
    const quarantined = prepared.apart.reduce((sum, { lines }) => sum + lines, 0)
    console.log(
      `${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${folder.padEnd(24)} ${prepared.lines.toLocaleString('en')} ` +
        `lines, ${expected.size - wrong.length - explained} hours equal, ${explained} explained, ${wrong.length} ` +
        `wrong, ${quarantined} lines quarantined; ` +
        `${column === 'peopleS' ? 'people-minutes' : 'minutes in use'} ${total(stored)} of ${total(expected)}; ` +
        `${seconds.toFixed(1)} s`,
    )
    for (const key of wrong.slice(0, 5))
      console.log(`         ${key}: the files say ${expected.get(key)}, stored is ${stored.get(key)}`)
    return wrong.length === 0
  } finally {
    raw.closeSync()
    await facts.close()
    await catalog.close()
    rmSync(own, { recursive: true, force: true })
  }
}
