/**
 * People inside by the minute: reads files line by line into a stage on the disk, quarantines what cannot be, and
 * stores all or nothing. The page, programs and the command line do the same.
 */
import { basename } from 'node:path'
import { gapsAmong } from '#domain/whole-period'
import { FactsError } from '../../../facts/errors.ts'
import { isZone, offsetAt } from '../../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { createQuarantine } from './quarantine.ts'
import { readCsv } from './csv.ts'
import { ImportError } from './import-error.ts'
import type { ImportStores } from './index.ts'
import { minutePlaces } from './minute-places.ts'
import type { MinuteFormat } from './minute-formats.ts'
import { apiReportOfMinutes } from './minute-report.ts'
import type { SourceFile } from './read-files.ts'
import { readTextFile } from './read-file.ts'
import { readRows } from './rows.ts'
import { createStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { streamText } from './text-stream.ts'
import type { MinutesStored } from '../../../facts/occupancy.ts'
import { seatsOf } from './seats.ts'
import { createMinuteLines } from './minute-lines.ts'
import type { RoomRead, MinutesRead } from './minutes-read.ts'

export interface ReadMinutesOptions {
  readonly files: readonly SourceFile[]
  readonly format: MinuteFormat
  readonly zone: string | undefined
  /** Files with the seats of the rooms. */
  readonly seatFiles?: readonly SourceFile[]
  /** Other names of rooms, and rooms that are left out, as the files call them. */
  readonly renames?: Readonly<Record<string, string>>
  readonly skips?: readonly string[]
  readonly separator?: string
  /** Where the lines wait. */
  readonly within?: string
  readonly onProgress?: (phase: 'reading' | 'sorting', done: number, of: number, lines: number) => void
}

/**
 * Reads all files into a stage, which the caller closes.
 *
 * @throws {ImportError} when a file is refused as a whole
 */
export async function readMinutes({
  files,
  format,
  zone = format.timeZone,
  seatFiles = [],
  renames = {},
  skips = [],
  separator,
  within,
  onProgress,
}: ReadMinutesOptions): Promise<{ read: MinutesRead; stage: Stage }> {
  if (files.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file was given.')
  if (zone === undefined || !isZone(zone))
    throw new ImportError(
      'IMPORT_ZONE_UNKNOWN',
      `The time zone is ${JSON.stringify(zone ?? '')}; an IANA name was expected, for example --time-zone ` +
        'Europe/Madrid.',
    )
  const stage = await createStage(['ins'], within)
  try {
    const quarantine = createQuarantine()
    const writer = stage.writer('line', 6)
    const taken = createMinuteLines({ format, zone, renames, skips, out: writer, quarantine })
    const { counts, names, skipped } = taken
    for (const [at, { path, name: file }] of files.entries()) {
      // A block never has more rows than the writer holds.
      const blocks = between(streamText(path).blocks, async () => {
        await writer.flush()
        await quarantine.flush(stage)
      })
      await readRows(blocks, file, taken.ofFile(file), separator)
      onProgress?.('reading', at + 1, files.length, counts.lines)
    }
    await writer.flush()
    await quarantine.flush(stage)
    onProgress?.('sorting', 0, 0, counts.lines)
    await stage.run(
      `CREATE TABLE minute AS SELECT stream AS room, (hour::BIGINT * 60)::UINTEGER AS instant,
        arg_max(ins, line) AS people, count(*) AS n, count(*) FILTER (same) AS repeats
        FROM (SELECT *, ins = lag(ins) OVER (PARTITION BY stream, hour ORDER BY line) AS same FROM line)
        GROUP BY stream, hour`,
    )
    const [totals = []] = await stage.run(
      'SELECT count(*), sum(people)::DOUBLE, sum(n)::DOUBLE, sum(repeats)::DOUBLE FROM minute',
    )
    const [minutes = 0, stored = 0, said = 0, repeated = 0] = totals.map((value) => Number(value ?? 0))
    if (minutes === 0)
      throw new ImportError(
        'IMPORT_NOTHING_TAKEN',
        `No line of ${files.map(({ name }) => name).join(', ')} has people inside that can be taken. Nothing was ` +
          'loaded.',
      )
    const clock = new Map(
      (
        await stage.run(
          'SELECT room, sum(n)::DOUBLE, count(*), min(instant)::DOUBLE, max(instant)::DOUBLE FROM minute GROUP BY room',
        )
      ).map((row) => [Number(row[0]), row.map(Number)]),
    )
    const hours = await stage.run('SELECT DISTINCT instant // 3600 FROM minute')
    const dayAt = (instant: number) => Math.floor((instant + offsetAt(zone, instant)) / 86_400)
    await stage.run('ALTER TABLE minute DROP COLUMN n')
    await stage.run('ALTER TABLE minute DROP COLUMN repeats')
    await stage.run('DROP TABLE line')
    const seats = new Map<string, number>()
    for (const { path } of seatFiles)
      for (const [room, count] of seatsOf(readCsv(await readTextFile(path), basename(path)))) seats.set(room, count)
    const read: MinutesRead = {
      kind: 'minutes',
      stage: stage.file,
      files: files.map(({ name }) => name),
      format: format.name,
      localType: format.localType,
      presence: format.presence,
      zone,
      lines: counts.lines,
      minutes,
      people: { read: counts.peopleRead, stored, apart: counts.peopleQuarantined },
      repeated,
      contradicted: said - minutes - repeated,
      empty: counts.empty,
      skipped: [...skipped.values()].reduce((sum, n) => sum + n, 0),
      renamed: counts.renamed,
      rooms: names.map((room, at): RoomRead => {
        const [, ofRoom = 0, ofMinutes = 0, first = 0, last = 0] = clock.get(at) ?? []
        return { room, lines: ofRoom, minutes: ofMinutes, firstDay: dayAt(first), lastDay: dayAt(last) }
      }),
      gaps: gapsAmong(hours.map(([hour]) => dayAt(Number(hour) * 3600))),
      skippedRooms: [...skipped],
      seats: [...seats],
      apart: quarantine.reasons(),
    }
    return { read, stage }
  } catch (error) {
    stage.close()
    throw error
  }
}

async function* between(blocks: AsyncIterable<Buffer>, flush: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    await flush()
    yield block
  }
}

export interface StoreMinutesOptions extends ImportStores {
  /** Number of the import in the catalog. */
  readonly import: number
  /** A client by its number; by name: made when there is none of this name. */
  readonly client: number | string
  readonly matches?: Parameters<typeof minutePlaces>[2]['matches']
  /** Called before it is stored: throws to cancel. */
  readonly check?: () => void
}

/**
 * Stores everything or nothing: rooms first, minutes then, and back when that fails.
 *
 * @throws {ImportError} IMPORT_NOT_STORED, IMPORT_ZONE_CONFLICT
 */
export async function storeMinutesRead(
  read: MinutesRead,
  { catalog, facts, now, import: number, client, matches, check }: StoreMinutesOptions,
): Promise<{ stored: MinutesStored; client: number; newLocals: number }> {
  const cause =
    `import ${number} ${read.files[0]}${read.files.length > 1 ? ` and ${read.files.length - 1} more` : ''}`.slice(
      0,
      200,
    )
  const places = await catalog.transaction(async (repositories) => {
    const found = await minutePlaces(repositories, read, { client, ...(matches && { matches }) })
    await repositories.imports.made(SYSTEM_SCOPE, number, found.client, found.made)
    return found
  })
  try {
    const load = {
      import: number,
      file: read.stage,
      targets: places.targets,
      presence: read.presence,
      cause,
      nowMs: now,
    }
    const stored = await facts.imports.loadMinutes(load, check)
    await facts.checkpoint()
    return { stored, client: places.client.id, newLocals: places.made.locals.length }
  } catch (error) {
    await catalog.transaction(async (repositories) => {
      await places.unseat(repositories)
      await repositories.imports.unmake(SYSTEM_SCOPE, places.made)
    })
    throw error instanceof FactsError
      ? new ImportError('IMPORT_NOT_STORED', `Nothing was stored: ${error.message}`, [], { cause: error })
      : error
  }
}

export interface MinuteOptions {
  readonly files: readonly string[]
  readonly format: MinuteFormat
  readonly client: string
  readonly zone?: string
  /** File with the seats of the rooms. */
  readonly sensors?: string
  /** Where the minutes wait: a folder from which the facts may take them. */
  readonly within?: string
}

/**
 * Files that were read and checked, ready to be stored once. Its minutes are in a file on the disk until it is closed.
 */
export interface PreparedMinutes extends MinutesRead {
  readonly client: string
  /** Stores everything or nothing, once, and notes it in the history. */
  store(stores: ImportStores): Promise<MinutesStored>
  close(): void
}

/** @throws {ImportError} when a file is refused as a whole */
export async function prepareMinutes({
  files,
  format,
  client,
  zone,
  sensors,
  within,
}: MinuteOptions): Promise<PreparedMinutes> {
  if (client.trim() === '' || client.length > 200)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `The client is ${JSON.stringify(client)}; a name of 1 to 200 characters was expected (--client).`,
    )
  const source = (path: string): SourceFile => ({ path, name: basename(path) })
  const { read, stage } = await readMinutes({
    files: files.map(source),
    format,
    zone: zone ?? format.timeZone,
    seatFiles: sensors === undefined ? [] : [source(sensors)],
    ...(within !== undefined && { within }),
  })
  return {
    ...read,
    client: client.trim(),
    async store({ catalog, facts, now }) {
      await stage.leave()
      const id = await catalog.imports.begin(
        SYSTEM_SCOPE,
        {
          client: null,
          files: read.files.map((name) => ({ name: name.slice(0, 200), bytes: 0, kind: 'csv' })),
          settings: { newClient: client.trim(), format: format.name },
          loadsClean: true,
        },
        now,
      )
      try {
        const { stored, newLocals } = await storeMinutesRead(read, {
          catalog,
          facts,
          now,
          import: id,
          client: client.trim(),
        })
        await catalog.transaction(async ({ imports, audit }) => {
          await imports.found(
            SYSTEM_SCOPE,
            id,
            { found: [], guessed: {}, preview: null, places: [], questions: [] },
            apiReportOfMinutes(read, { ...stored, newLocals }),
          )
          await imports.move(SYSTEM_SCOPE, id, ['reading'], 'loaded', now)
          await audit.append(SYSTEM_SCOPE, {
            action: 'import.loaded',
            target: `import ${id}`,
            at: now,
            details: { files: read.files, lines: read.lines },
          })
        })
        return stored
      } catch (error) {
        await catalog.imports.move(SYSTEM_SCOPE, id, ['reading'], 'failed', now)
        throw error
      } finally {
        stage.close()
      }
    },
    close: () => stage.close(),
  }
}
