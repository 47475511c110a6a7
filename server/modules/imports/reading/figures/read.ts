/**
 * Reads files of figures into a stage: each key once, what contradicts itself decided by the rule, the rest quarantined
 * .
 */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isoDay } from '#domain/days'
import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import { NULL } from '../../../../facts/columns.ts'
import { createQuarantine } from '../quarantine.ts'
import { linesOf } from '../reading.ts'
import type { FileBase } from '../reading.ts'
import { readCsv } from '../csv.ts'
import { ImportError } from '../import-error.ts'
import type { ReadProgress } from '../index.ts'
import { fold } from '../names.ts'
import { readPlaces } from '../places.ts'
import type { PlaceInfo } from '../places.ts'
import type { DuplicateRule } from '../preset.ts'
import { readTextFile } from '../read-file.ts'
import { readRows } from '../rows.ts'
import { createStage } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { streamText } from '../text-stream.ts'
import { isPlaceFile } from './formats.ts'
import type { FigureFormat } from './formats.ts'
import { FIELDS, PLACE_KEYS } from './kinds.ts'
import type { FigureFile } from './figure-columns.ts'
import { columnUses, refuseOtherColumns, columnsOf } from './figure-columns.ts'
import { createFigureLines } from './figure-lines.ts'
import type { FigureLineOptions } from './figure-lines.ts'

export interface ReadFiguresOptions extends FigureLineOptions {
  readonly duplicates?: DuplicateRule
  /** A file of places without the columns of one. */
  readonly sensors?: string
  readonly within?: string
  readonly onProgress?: ReadProgress
}

export interface FiguresRead {
  readonly stage: Stage
  readonly report: ImportReport
  /** As the files call them. */
  readonly places: readonly string[]
  /** Names and where they are, by folded place. */
  readonly infos: ReadonlyMap<string, PlaceInfo>
  readonly extents: readonly { place: number; lines: number; firstDay: number | null; lastDay: number | null }[]
  readonly skippedPlaces: readonly (readonly [place: string, lines: number])[]
  readonly lastDay: number
  /** Of months: what is counted. */
  readonly measure: string
  /** Of a profile. */
  readonly label: string
}

/** More of the lines than this contradict another one only where the file is read wrongly. */
const MAX_CONTRADICTING = 0.01
const SHOWN = 5
const KEY = 'a, b, c, d, e'
const DAY_MS = 86_400_000

/** @throws {ImportError} when a file is refused as a whole */
export async function readFigures(files: readonly FigureFile[], options: ReadFiguresOptions): Promise<FiguresRead> {
  const { format, nowS, within, onProgress } = options
  const { kind } = format
  const { values } = FIELDS[kind]
  const lists = files.filter(({ header }) => isPlaceFile(header, format))
  const sources = files.filter((file) => !lists.includes(file))
  if (sources.length === 0) throw new ImportError('IMPORT_OPTION_INVALID', 'No file with figures was given.')
  for (const { name, header } of sources) refuseOtherColumns(name, header, format)

  const stage = await createStage(['ins'], within)
  try {
    await stage.run(
      `CREATE TABLE figure (line INTEGER, a INTEGER, b INTEGER, c INTEGER, d INTEGER, e INTEGER, v INTEGER, w INTEGER)`,
    )
    const out = stage.writer('figure', 8)
    const quarantine = createQuarantine()
    const figures = createFigureLines({ options, out, quarantine })
    const { places, items, called, skipped, sums } = figures
    const bases: FileBase[] = []
    let [base, lines, done] = [0, 0, 0]
    const all = (await Promise.all(sources.map(async ({ path }) => (await stat(path)).size))).reduce((a, b) => a + b, 0)
    const digests = new Map<string, string>()
    const flush = async () => {
      await out.flush()
      await quarantine.flush(stage)
    }
    await stage.run('BEGIN')
    for (const { path, name: file, header } of sources) {
      const { take, tally } = figures.ofFile(file, header, base)
      bases.push({ file, base })
      const stream = streamText(path)
      async function* blocks() {
        for await (const block of stream.blocks) {
          yield block
          await flush()
          onProgress?.('reading', done + stream.read, all, lines + tally.lines())
        }
      }
      base += await readRows(blocks(), file, take)
      await flush()
      done += (await stat(path)).size
      lines += tally.lines()
      tally.refuse()
      const same = digests.get(stream.digest)
      if (same !== undefined)
        throw new ImportError(
          'FILE_TWICE',
          `${file} and ${same} are the same file; give it once. Nothing was loaded.`,
          [`${same} = ${file}`],
        )
      digests.set(stream.digest, file)
    }
    await stage.run('COMMIT')
    onProgress?.('sorting', 0, 0, lines)

    const rule = options.duplicates ?? 'last'
    const merged = await settle(stage, rule, options.duplicates === undefined, lines, bases)
    const [totals = []] = await stage.run(
      `SELECT count(*), coalesce(sum(nullif(v, ${NULL})), 0)::DOUBLE, coalesce(sum(nullif(w, ${NULL})), 0)::DOUBLE
        FROM taken`,
    )
    const taken = Number(totals[0])
    if (taken === 0) throw nothing(quarantine.reasons())
    await nameTables(stage, { places: places.list, items: items.list })
    const infos = await infosOf({
      lists,
      ...(options.sensors !== undefined && { sensors: options.sensors }),
      places: places.list,
      called,
      format,
    })
    const days = kind === 'flows' ? await ends(stage, 'c') : kind === 'monthly' ? await monthEnds(stage) : null
    const report: ImportReport = {
      lines,
      // A line without a figure is read and says nothing; it is in the sum of the lines.
      taken: taken + figures.nulls(),
      minutes: kind === 'flows' ? 60 : kind === 'profile' ? await slotMinutes(stage) : 0,
      meaning: kind,
      merged: { duplicates: merged.duplicates, contradictions: merged.contradictions, skippedHour: 0, partsOfHour: 0 },
      contradicting: merged.contradictions === 0 ? null : { rule, first: merged.first },
      renamed: 0,
      nulls: figures.nulls(),
      skipped: [...skipped.values()].reduce((sum, of) => sum + of, 0),
      apart: quarantine.reasons().map(({ reason, lines: of, first }) => ({ reason, lines: of, first: [...first] })),
      columns: columnUses(sources, lists, format),
      sums: values.map((atom, v) => {
        const { read: of, apart: lost } = sums[v]!
        const stored = Number(totals[v + 1])
        return { atom, read: of, stored, outvoted: of - lost - stored, apart: lost }
      }),
      firstDay: days && isoDay(days.first),
      lastDay: days && isoDay(days.last),
      stored: null,
    }
    return {
      stage,
      report,
      places: PLACE_KEYS[kind] === 0 ? [] : places.list,
      infos,
      extents: await extentsOf(stage, PLACE_KEYS[kind]),
      skippedPlaces: [...skipped],
      lastDay: days?.last ?? Math.floor((nowS * 1000) / DAY_MS),
      measure: sources[0]!.header[columnsOf(sources[0]!.header, format).get('figure') ?? -1]?.trim() ?? '',
      label: format.label ?? '',
    }
  } catch (error) {
    stage.close()
    throw error
  }
}

function nothing(apart: ReturnType<ReturnType<typeof createQuarantine>['reasons']>): ImportError {
  const why = apart.map(({ reason, lines }) => `${lines} ${reason}`).join(', ')
  return new ImportError(
    'IMPORT_NOTHING_TAKEN',
    `No line has a figure that can be taken${why === '' ? '' : ` (${why})`}. Nothing was loaded.`,
    apart.flatMap(({ first }) => first).slice(0, 10),
  )
}

/** `taken`: each key once. @throws {ImportError} FILE_CONTRADICTORY */
async function settle(stage: Stage, rule: DuplicateRule, isUnsaid: boolean, lines: number, bases: readonly FileBase[]) {
  const known = `(SELECT line, ${KEY}, nullif(v, ${NULL}) AS v, nullif(w, ${NULL}) AS w FROM figure)`
  // A line without a figure says nothing, and never wins over one that has one.
  const said = `(FROM ${known} WHERE coalesce(v, w) IS NOT NULL)`
  const order =
    rule === 'first' ? 'line' : rule === 'max' ? 'coalesce(v, 0) + coalesce(w, 0) DESC, line DESC' : 'line DESC'
  await stage.run(
    rule === 'sum'
      ? `CREATE TABLE taken AS SELECT min(line) AS line, ${KEY}, sum(v)::INTEGER AS v, sum(w)::INTEGER AS w
        FROM (SELECT min(line) AS line, ${KEY}, v, w FROM ${said} GROUP BY ALL) GROUP BY ${KEY}`
      : `CREATE TABLE taken AS SELECT line, ${KEY}, v, w FROM ${said} QUALIFY row_number() OVER (PARTITION BY ${KEY}
        ORDER BY ${order}) = 1`,
  )
  const different = `${said} s JOIN taken t USING (${KEY}) WHERE s.line <> t.line`
  const [row = []] = await stage.run(
    `SELECT count(*), count(*) FILTER (s.v IS DISTINCT FROM t.v OR s.w IS DISTINCT FROM t.w) FROM ${different}`,
  )
  const contradictions = Number(row[1])
  const at = linesOf(bases)
  const place = (line: number) => `${at(line).file}:${at(line).line}`
  const first = (
    await stage.run(
      `SELECT s.line, t.line, s.v, s.w, t.v, t.w
        FROM ${different} AND (s.v IS DISTINCT FROM t.v OR s.w IS DISTINCT FROM t.w) ORDER BY s.line LIMIT ${SHOWN}`,
    )
  ).map(([a, b, ...numbers]) => {
    const [v, w, ov, ow] = numbers.map((value) => (value === null ? null : Number(value)))
    const text = (one: number | null | undefined, two: number | null | undefined) =>
      [one, ...(two == null ? [] : [two])].join(' | ')
    return `${place(Number(a))} = ${text(v, w)}, ${place(Number(b))} = ${text(ov, ow)}`
  })
  if (isUnsaid && contradictions > lines * MAX_CONTRADICTING)
    throw new ImportError(
      'FILE_CONTRADICTORY',
      `${contradictions} of ${lines} lines say something else than another line of the same place and time; at most ` +
        '1 % may. A column may be missing. Say --duplicates last, first, max or sum when one of them is right. ' +
        'Nothing was loaded.',
      first,
    )
  return { contradictions, duplicates: Number(row[0]) - contradictions, first }
}

async function nameTables(stage: Stage, { places, items }: { places: readonly string[]; items: readonly string[] }) {
  await stage.run('CREATE TABLE place_name (number INTEGER, text VARCHAR)')
  await stage.run('CREATE TABLE item_name (number INTEGER, text VARCHAR)')
  for (const [table, names] of [
    ['place_name', places],
    ['item_name', items],
  ] as const)
    for (const [number, name] of names.entries())
      await stage.run(`INSERT INTO ${table} VALUES (${number}, '${name.replaceAll("'", "''")}')`)
}

async function infosOf({
  lists,
  sensors,
  places,
  called,
  format,
}: {
  readonly lists: readonly FigureFile[]
  readonly sensors?: string
  readonly places: readonly string[]
  readonly called: ReadonlyMap<number, string>
  readonly format: FigureFormat
}): Promise<ReadonlyMap<string, PlaceInfo>> {
  const infos = new Map<string, PlaceInfo>()
  for (const [place, name] of called) infos.set(fold(places[place]!), { name, lat: null, lng: null })
  const columns = { places: format.places ?? {} } as Parameters<typeof readPlaces>[3]
  const files = [
    ...lists.map(({ path, name }) => ({ path, name })),
    ...(sensors === undefined ? [] : [{ path: sensors, name: basename(sensors) }]),
  ]
  for (const { path, name } of files)
    for (const [place, info] of readPlaces(name, readCsv(await readTextFile(path), name), places, columns).infos)
      infos.set(place, info)
  return infos
}

async function ends(stage: Stage, column: string) {
  const [[first, last] = []] = await stage.run(`SELECT min(${column}), max(${column}) FROM taken`)
  return { first: Number(first), last: Number(last) }
}

async function monthEnds(stage: Stage) {
  const [[first, last] = []] = await stage.run('SELECT min(c), max(c + d) FROM taken')
  const dayOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS
  return { first: dayOf(Number(first)), last: dayOf(Number(last)) - 1 }
}

async function slotMinutes(stage: Stage): Promise<number> {
  const [[minutes] = []] = await stage.run('SELECT mode(c) FROM taken')
  return Number(minutes)
}

async function extentsOf(stage: Stage, keys: number): Promise<FiguresRead['extents']> {
  if (keys === 0) return []
  const days = keys === 2 ? 'min(c), max(c)' : 'NULL, NULL'
  const from =
    keys === 2
      ? '(SELECT a AS place, c FROM taken UNION ALL SELECT b, c FROM taken WHERE a <> b)'
      : '(SELECT a AS place, c FROM taken)'
  return (await stage.run(`SELECT place, count(*), ${days} FROM ${from} GROUP BY place ORDER BY place`)).map(
    ([place, lines, first, last]) => ({
      place: Number(place),
      lines: Number(lines),
      firstDay: first === null ? null : Number(first),
      lastDay: last === null ? null : Number(last),
    }),
  )
}
