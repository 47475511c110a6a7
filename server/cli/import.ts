/** Hourly counts from files, from the command line. See `USAGE` and docs/importing.md. */
import { TRAFFIC_KINDS, type TrafficKind } from '#domain/traffic-kinds'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SYSTEM_CLOCK } from '../lib/clock.ts'
import { storeConfigIn } from '../lib/config.ts'
import type { Catalog } from '../catalog.ts'
import { AppError, StartError } from '../lib/errors.ts'
import { ImportError } from '../modules/imports/reading/import-error.ts'
import { FIGURE_FORMATS } from '../modules/imports/reading/figures/formats.ts'
import { describeFigures } from '../modules/imports/reading/figures/describe-figures.ts'
import { prepareFigures } from '../modules/imports/reading/figures/index.ts'
import { FIELDS } from '../modules/imports/reading/figures/kinds.ts'
import { prepareImport, type ImportStores, type PreparedImport } from '../modules/imports/reading/index.ts'
import { MINUTE_FORMATS, type MinuteFormat } from '../modules/imports/reading/minute-formats.ts'
import { describeMinutes } from '../modules/imports/reading/describe-minutes.ts'
import { prepareMinutes } from '../modules/imports/reading/minutes.ts'
import {
  PRESETS,
  presetNamed,
  withMapping,
  type DuplicateRule,
  type LineMeaning,
  type Preset,
} from '../modules/imports/reading/preset.ts'
import { describeReport, type ImportReport } from '../modules/imports/reading/report.ts'
import { takeBack } from '../modules/imports/take-back.ts'
import { normalUsername } from '../lib/user.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { IMPORT_NODE_OPTIONS, PROCESS_ENV } from '../lib/process-env.ts'
import { openStores } from '../stores.ts'
import { stagesBeside } from '../facts/folders.ts'

export const USAGE = `Usage:
  npm run import -- FILE… --client NAME [options]

  --format NAME           how the file is written (default hourly); formats below
  --map FIELD=COLUMN,…    columns by hand: ts (or date and hour), sensor, area, direction, and ins, fro, far, visits, bounces, tickets …
  --time-zone ZONE        whose clock the times follow, for example Australia/Melbourne
  --date-order dmy|mdy    what 02/06/2014 means
  --lines MEANING         what a line says: counts (the whole count of its slot), parts (people since the line before; added up),
                          passages (one passage each), running (the count of its hour so far) or daily (the count of its day, with any
                          clock time; a file of dates without hours is daily by itself)
  --traffic KIND          what is counted where no column says it: people, bicycle, car, other (a column: --map kind=COLUMN)
  --direction swapped     a column of in and out means the other one: entry, E, I or 1 is out
  --duplicates RULE       lines that contradict each other: the last, first or max is right, or their sum
  --ignore COLUMN         a column that looks like places and does not matter; may be given again
  --offsets trust|ignore  times with an offset that the time zone does not have: right as instants, or as clock times
  --rename OLD=NEW        a place that changed its name; may be given again
  --sensors FILE          names and coordinates of the places
  --grant USER            lets this account see the client
  --data-dir FOLDER       where the data live (default DATA_DIR or ./data)
  --retract               an empty cell takes back what an earlier import said of that place and hour
  --dry-run               read, check and report; store nothing

  npm run import -- --list                what was imported, the newest first
  npm run import -- --undo NUMBER         takes an import back

FILE is CSV (comma, semicolon, tab or bar), .xlsx or Parquet, also as .gz or in a .zip. Stop the server first, because the fact file has one writer; or
import in the page (Uploads), or by POST /api/imports, while it runs.

Formats:
${[...PRESETS.values(), ...MINUTE_FORMATS.values(), ...FIGURE_FORMATS.values()].map(({ name, about }) => `  ${name.padEnd(17)} ${about}`).join('\n')}`

/** Memory limit of the facts while they are written; the rest is on the disk. Hours that correct known ones need it. */
export const MEMORY = '128MB'
/** The same while hours of new places are written, which need no more, however many they are. */
export const IMPORT_MEMORY = { newPlaces: '64MB' } as const

export interface ImportCommand {
  /** Opens the stores of the data folder; not called for a dry run. */
  readonly open: (
    dataDir: string | undefined,
  ) => Promise<ImportStores & { close(): Promise<void>; readonly loginDomain: string }>
  readonly print: (line: string) => void
  /** Where lines wait until that store takes them; the temporary folder when left out. */
  readonly stages?: (dataDir: string | undefined) => string
}

/** Runs the command. Throws ImportError, StartError or AppError with a sentence for the person at the terminal. */
export async function importCommand(
  args: readonly string[],
  { open, print, stages }: ImportCommand,
): Promise<ImportReport | null> {
  const { values, positionals } = parse(args)
  if (values.help) {
    print(USAGE)
    return null
  }
  if (values.list === true || values.undo !== undefined) {
    await history(values, { open, print })
    return null
  }
  const minutes = MINUTE_FORMATS.get(values.format ?? '')
  if (minutes !== undefined) {
    await importMinutes(positionals, minutes, values, { open, print, ...(stages && { stages }) })
    return null
  }
  if (FIGURE_FORMATS.has(values.format ?? '')) {
    await importFigures(positionals, values, { open, print, ...(stages && { stages }) })
    return null
  }
  const options = {
    retracts: values.retract === true,
    ...(values['dry-run'] !== true && stages && { within: stages(values['data-dir']) }),
    files: positionals,
    client: values.client ?? '',
    preset: presetFrom(values),
    ...(values['time-zone'] !== undefined && { zone: values['time-zone'] }),
    ...(values.sensors !== undefined && { sensors: values.sensors }),
  }
  // A file that is refused never opens a store.
  const prepared = await prepareImport(options)
  try {
    return values['dry-run'] ? printReport(prepared.report, print) : await stored(prepared, values, { open, print })
  } finally {
    prepared.close()
  }
}

async function importMinutes(
  files: readonly string[],
  format: MinuteFormat,
  values: Values,
  { open, print, stages }: ImportCommand,
): Promise<void> {
  const zone = values['time-zone']
  const prepared = await prepareMinutes({
    files,
    format,
    client: values.client ?? '',
    ...(zone !== undefined && { zone }),
    ...(values.sensors !== undefined && { sensors: values.sensors }),
    ...(values['dry-run'] !== true && stages && { within: stages(values['data-dir']) }),
  })
  if (values['dry-run'] === true) {
    describeMinutes(prepared).forEach((line) => print(line))
    return prepared.close()
  }
  const stores = await open(values['data-dir'])
  try {
    const user =
      values.grant === undefined
        ? null
        : await userNamed(stores.catalog, normalUsername(values.grant, stores.loginDomain))
    describeMinutes(prepared, await prepared.store(stores)).forEach((line) => print(line))
    if (user !== null) await grant(stores.catalog, user, prepared.client, print)
  } finally {
    await stores.close()
  }
}

/** Trips, profiles, figures of months: `--map` names their fields. */
async function importFigures(
  files: readonly string[],
  values: Values,
  { open, print, stages }: ImportCommand,
): Promise<void> {
  const prepared = await prepareFigures({
    files,
    format: values.format ?? '',
    client: values.client ?? '',
    settings: {
      ...(values['time-zone'] !== undefined && { timeZone: values['time-zone'] }),
      ...(values['date-order'] !== undefined && {
        dateOrder: oneOf<'dmy' | 'mdy'>('--date-order', values['date-order'], ['dmy', 'mdy']),
      }),
      ...(values.duplicates !== undefined && {
        duplicates: oneOf<DuplicateRule>('--duplicates', values.duplicates, ['last', 'first', 'sum', 'max']),
      }),
      columns: (values.map ?? '').split(',').filter(Boolean).map(columnFrom),
    },
    ...(values.sensors !== undefined && { sensors: values.sensors }),
    ...(values['dry-run'] !== true && stages && { within: stages(values['data-dir']) }),
  })
  try {
    if (values['dry-run'] === true) return describeFigures(files, prepared.report).forEach((line) => print(line))
    const stores = await open(values['data-dir'])
    try {
      const user =
        values.grant === undefined
          ? null
          : await userNamed(stores.catalog, normalUsername(values.grant, stores.loginDomain))
      describeFigures(files, await prepared.store(stores)).forEach((line) => print(line))
      if (user !== null) await grant(stores.catalog, user, (values.client ?? '').trim(), print)
    } finally {
      await stores.close()
    }
  } finally {
    prepared.close()
  }
}

function columnFrom(pair: string) {
  const [use, column] = renameFrom(pair, '--map')
  const uses = Object.values(FIELDS).flatMap(({ needs, may }) => [...needs, ...may])
  return { column, use: oneOf('--map', use, uses) }
}

async function stored(prepared: PreparedImport, values: Values, { open, print }: ImportCommand): Promise<ImportReport> {
  const stores = await open(values['data-dir'])
  try {
    const user =
      values.grant === undefined
        ? null
        : await userNamed(stores.catalog, normalUsername(values.grant, stores.loginDomain))
    const report = printReport(await prepared.store({ ...stores, memory: IMPORT_MEMORY }), print)
    if (user !== null) await grant(stores.catalog, user, report.loaded!.client, print)
    return report
  } finally {
    await stores.close()
  }
}

/** `--list` and `--undo`. */
async function history(values: Values, { open, print }: ImportCommand): Promise<void> {
  const number = values.undo === undefined ? null : Number(values.undo)
  if (number !== null && !(Number.isInteger(number) && number > 0))
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `--undo is ${JSON.stringify(values.undo)}; the number of an import was expected (--list shows them).`,
    )
  const { catalog, facts, now, close } = await open(values['data-dir'])
  try {
    if (number !== null) {
      const stored = await catalog.imports.find(SYSTEM_SCOPE, number)
      if (stored === undefined)
        throw new AppError('IMPORT_NOT_FOUND', `There is no import ${number}; --list shows those there are.`, {
          import: number,
        })
      if (!(await catalog.imports.move(SYSTEM_SCOPE, number, ['loaded', 'undoing'], 'undoing', now)))
        throw new AppError('IMPORT_STATE_CONFLICT', `Import ${number} is ${stored.state}; loaded was expected.`, {
          import: number,
          state: stored.state,
          expected: 'loaded',
        })
      const { locals, client } = await takeBack({ catalog, facts, now: () => now }, SYSTEM_SCOPE, number)
      const stay = [...(client ? ['the client'] : []), ...(locals.length > 0 ? [`${locals.length} locals`] : [])]
      const made = ` It had made ${stay.join(' and ')} which others use by now; they stay.`
      print(`Import ${number} was taken back.${stay.length > 0 ? made : ''}`)
    }
    if (values.list === true) {
      for (const { id, state, clientName, files, begin, end, loadedAt, undoneAt } of await catalog.imports.list(
        SYSTEM_SCOPE,
      )) {
        const at = undoneAt ?? loadedAt
        const cells = [
          String(id).padStart(5),
          state.padEnd(9),
          at === null ? '-'.padEnd(16) : new Date(at).toISOString().slice(0, 16).replace('T', ' '),
          clientName ?? '-',
          `${begin ?? '-'} to ${end ?? '-'}`,
          files
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 120),
        ]
        print(cells.join('  '))
      }
    }
  } finally {
    await close()
  }
}

/** Where the lines wait: the store takes them from a folder beside its file only. */
function stagesOf(dataDir: string | undefined): string {
  const { factsUrl } = storeConfigIn(process.env, dataDir)
  const folder = stagesBeside(factsUrl.slice('duckdb:'.length))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function printReport(report: ImportReport, print: (line: string) => void): ImportReport {
  for (const line of describeReport(report)) print(line)
  return report
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        client: text,
        format: text,
        map: text,
        'time-zone': text,
        'date-order': text,
        direction: text,
        duplicates: text,
        lines: text,
        traffic: text,
        offsets: text,
        ignore: { type: 'string', multiple: true },
        sensors: text,
        grant: text,
        'data-dir': text,
        rename: { type: 'string', multiple: true },
        'dry-run': { type: 'boolean' },
        retract: { type: 'boolean' },
        list: { type: 'boolean' },
        undo: text,
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (cause) {
    throw new StartError('USAGE', `${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}

type Values = ReturnType<typeof parse>['values']

function presetFrom(values: Values): Preset {
  const preset = withMapping(presetNamed(values.format ?? 'hourly'), values.map)
  return {
    ...preset,
    dateOrder: oneOf('--date-order', values['date-order'] ?? preset.dateOrder, ['dmy', 'mdy']),
    ...(values.duplicates !== undefined && {
      duplicates: oneOf<DuplicateRule>('--duplicates', values.duplicates, ['last', 'first', 'sum', 'max']),
    }),
    ...(values.traffic !== undefined && { traffic: oneOf<TrafficKind>('--traffic', values.traffic, TRAFFIC_KINDS) }),
    ...(values.lines !== undefined && {
      lines: oneOf<LineMeaning>('--lines', values.lines, ['counts', 'parts', 'passages', 'running', 'daily']),
    }),
    ...(values.direction !== undefined && {
      directions: oneOf<'asWritten' | 'swapped'>('--direction', values.direction, ['asWritten', 'swapped']),
    }),
    ...(values.offsets !== undefined && {
      offsets: oneOf<'trust' | 'ignore'>('--offsets', values.offsets, ['trust', 'ignore']),
    }),
    ignore: [...(preset.ignore ?? []), ...(values.ignore ?? [])],
    renames: { ...preset.renames, ...Object.fromEntries((values.rename ?? []).map((pair) => renameFrom(pair))) },
  }
}

function renameFrom(text: string, option = '--rename'): [string, string] {
  const at = text.indexOf('=')
  if (at < 1 || at === text.length - 1)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `${option} is ${JSON.stringify(text)}; ${option === '--map' ? 'FIELD=COLUMN' : 'OLD=NEW'} was expected.`,
    )
  return [text.slice(0, at), text.slice(at + 1)]
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === value)
  if (found === undefined)
    throw new ImportError(
      'IMPORT_OPTION_INVALID',
      `${name} is ${JSON.stringify(value)}; one of ${allowed.join(', ')} was expected.`,
    )
  return found
}

/** Looked up before anything is stored, so that a slip in the name costs nothing. */
async function userNamed({ users }: Catalog, username: string) {
  const user = await users.findByUsername(SYSTEM_SCOPE, username)
  if (user === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${username}; nothing was imported.`)
  return user
}

async function grant(
  { users, clients }: Catalog,
  user: { id: number; username: string },
  name: string,
  print: (line: string) => void,
) {
  const client = await clients.findByName(SYSTEM_SCOPE, name)
  if (client === undefined) return print(`  not granted  there is no client ${name}`)
  await users.grant(SYSTEM_SCOPE, user.id, client.id, Date.now())
  print(`  granted      ${user.username} may see ${name}`)
}

async function run(): Promise<number> {
  try {
    await importCommand(process.argv.slice(2), {
      print: console.log,
      stages: stagesOf,
      async open(dataDir) {
        const config = storeConfigIn(process.env, dataDir)
        return {
          ...(await openStores(config, { resources: { memory: MEMORY } })),
          now: SYSTEM_CLOCK.now(),
          loginDomain: config.loginDomain,
        }
      },
    })
    return 0
  } catch (error) {
    if (!(error instanceof ImportError) && !(error instanceof StartError) && !(error instanceof AppError)) throw error
    console.error(error.code === 'USAGE' ? error.message : `${error.code}: ${error.message}`)
    if (error instanceof ImportError) for (const line of error.lines) console.error(`  ${line}`)
    return 1
  }
}

if (import.meta.main) {
  // Restarts under the same process id with an environment in which freed memory returns to the system (see
  // `process-env.ts`).
  const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ } = PROCESS_ENV
  const env = { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, ...process.env }
  if (process.execve !== undefined && process.env.MALLOC_ARENA_MAX === undefined)
    process.execve(
      process.execPath,
      [process.execPath, ...IMPORT_NODE_OPTIONS, ...process.execArgv, import.meta.filename, ...process.argv.slice(2)],
      env,
    )
  process.exitCode = await run()
}
