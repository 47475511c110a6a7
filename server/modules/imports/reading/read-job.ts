/**
 * Reads the files of an import as they are set, finds out the rest, and says what has to be asked. Runs in a process of
 * its own, and in tests without one.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isoDay } from '#domain/days'
import type { Import, ImportQuestion } from '#schemas/generated/entities/import.ts'
import type { ImportPlace } from '#schemas/generated/entities/import-place.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { apiReport } from './api-report.ts'
import { QUARANTINE_FILE, writeQuarantineCsv } from './quarantine-csv.ts'
import { textFiles, type TextFile } from './files.ts'
import { figureFormatOf } from './figures/figure-format.ts'
import { figuresJob, stagedFigures, type StagedFigures } from './figures/job.ts'
import { fitsFormat, type FigureFormat } from './figures/formats.ts'
import { columnsOf as figureColumns } from './figures/figure-columns.ts'
import { ImportError, type ImportErrorCode } from './import-error.ts'
import { readImport, type ImportRead, type ReadProgress } from './index.ts'
import { refuseOtherZones } from './load.ts'
import { matchPlaces, type KnownLocal, type PlaceMatch } from './match-places.ts'
import { fold, WHOLE } from './names.ts'
import { apiReportOfMinutes } from './minute-report.ts'
import { minuteSettings, type EffectiveMinutes } from './minute-settings.ts'
import { readMinutes } from './minutes.ts'
import type { MinutesRead } from './minutes-read.ts'
import { ONE_ROOM } from './minute-line-reader.ts'
import { isPlaceFile } from './places.ts'
import type { Preset } from './preset.ts'
import { sourcesOf, type SourceFile } from './read-files.ts'
import { createRefusals, refuseAll, type Refusals } from './refusals.ts'
import { reportOf } from './report.ts'
import { sampleOf, type Sample } from './sample.ts'
import { effectiveSettings, type Effective } from './settings.ts'
import { stagedOf, type Staged } from './staged.ts'

export interface ReadJob {
  readonly files: readonly SourceFile[]
  /** Where its lines wait; what is made on the way is removed again. */
  readonly folder: string
  /** As they were said. */
  readonly settings: ImportSettings
  /** Those of the client, if it is known. */
  readonly locals: readonly KnownLocal[]
  /** The name of the client, if known: the place of files about one place has it too. */
  readonly clientName?: string | undefined
  readonly nowMs: number
}

export interface ReadOutcome {
  readonly files: Import['files']
  readonly found: Import['found']
  /** Settings that were found out, and what they are. */
  readonly guessed: ImportSettings
  readonly preview: Import['preview']
  readonly places: Import['places']
  readonly questions: Import['questions']
  readonly report: Import['report']
  /** Null when there is something to be said first. */
  readonly staged: Staged | StagedFigures | MinutesRead | null
}

const PREVIEW_ROWS = 20
const MAX_COLUMNS = 200
const MAX_PLACES = 2000
const short = (text: string, most = 200) => text.toWellFormed().slice(0, most)

export async function readJob(
  { files, folder, settings, locals, clientName, nowMs }: ReadJob,
  onProgress?: ReadProgress,
): Promise<ReadOutcome> {
  const work = join(folder, 'work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true, mode: 0o700 })
  const findings: {
    files: Import['files']
    found: Import['found']
    guessed: ImportSettings
    preview: Import['preview']
    places: ImportPlace[]
  } = {
    files: await Promise.all(
      files.map(async ({ path, name }) => ({
        name: short(name),
        bytes: (await stat(path)).size,
        kind: 'unknown' as const,
      })),
    ),
    found: [],
    guessed: {},
    preview: null,
    places: [],
  }
  try {
    const dates = (settings.columns ?? [])
      .filter(({ use }) => use === 'time' || use === 'date')
      .map(({ column }) => column)
    const { refusals, attempt } = createRefusals()
    const texts = await textFiles(files, { folder: work, sheet: settings.sheet ?? null, dates }, attempt)
    if (texts.length > 0)
      findings.files = await Promise.all(
        texts.map(async ({ path, name, kind }) => ({ name: short(name), bytes: (await stat(path)).size, kind })),
      )
    const samples: Sample[] = []
    for (const text of texts) {
      const sample = await attempt(text.name, () => sampleOf(text, settings.separator ?? undefined))
      if (sample !== null) samples.push(sample)
    }
    const zones = locals.map(({ timeZone }) => timeZone)
    if (refusals.length > 0) {
      const all = refusals.length + samples.length
      // A question about the others waits until these are gone.
      await refuseColumns(samples, settings, zones, attempt).catch((error: unknown) => {
        if (!(error instanceof ImportError)) throw error
      })
      refuseAll(refusals, all)
    }
    findings.preview = previewOf(texts, samples, null)
    const figures = figureFormatOf(
      settings,
      samples.map(({ header }) => header),
    )
    if (figures !== null) {
      const outcome = await figuresOf(
        texts,
        samples,
        figures,
        { settings, locals, folder, nowMs },
        findings,
        onProgress,
      )
      return { ...findings, ...outcome }
    }
    const inside = await minuteSettings(settings, samples, zones)
    if (inside !== null) {
      findings.found = [
        ...inside.found,
        ...(settings.columns === undefined || settings.columns.length === 0 ? ['columns' as const] : []),
      ]
      findings.guessed = {
        ...inside.guessed,
        columns: inside.samples[0]!.header.slice(0, MAX_COLUMNS).flatMap((column, c) =>
          inside.uses[c] == null ? [] : [{ column: short(column), use: inside.uses[c] as never }],
        ),
      }
      findings.preview = previewOf(
        texts.filter(({ path }) => path === inside.samples[0]!.path),
        inside.samples,
        inside.uses,
      )
      return {
        ...findings,
        ...(await minutesOf(inside, { settings, locals, folder, clientName }, findings, onProgress)),
      }
    }
    const named = placeFileAmong(samples)
    const counts = samples.filter((sample) => sample !== named)
    const countTexts = texts.filter(({ path }) => path !== named?.path)
    const effective = await effectiveSettings(settings, counts, zones)
    findings.found = effective.found
    findings.guessed = effective.guessed
    const uses = usesOf(counts[0]!.header, effective.preset)
    findings.preview = previewOf(countTexts, counts, uses)
    if (settings.columns === undefined || settings.columns.length === 0) findings.found.push('columns')
    findings.guessed.columns = counts[0]!.header
      .slice(0, MAX_COLUMNS)
      .flatMap((column, c) => (uses[c] == null ? [] : [{ column: short(column), use: uses[c] as never }]))
    const [workbook] = countTexts.filter(({ sheet }) => sheet !== null)
    if (settings.sheet == null && workbook !== undefined) {
      findings.found.push('sheet')
      findings.guessed.sheet = short(workbook.sheet!)
    }
    const job = { settings, locals, folder, nowMs, clientName, ...(named !== undefined && { placeFile: named }) }
    return { ...findings, ...(await hoursOf(countTexts, effective, job, findings, onProgress)) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { ...findings, questions: [questionOf(error)], report: null, staged: null }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Of files of hours beside one that is refused already: those that lack columns are named with it. */
async function refuseColumns(
  samples: readonly Sample[],
  settings: ImportSettings,
  zones: readonly string[],
  attempt: Refusals['attempt'],
): Promise<void> {
  const isOther =
    figureFormatOf(
      settings,
      samples.map(({ header }) => header),
    ) !== null || (await minuteSettings(settings, samples, zones)) !== null
  const named = placeFileAmong(samples)
  const counts = samples.filter((sample) => sample !== named)
  if (isOther || counts.length === 0) return
  const { preset } = await effectiveSettings(settings, counts, zones)
  await sourcesOf(counts, preset, attempt)
}

/** The one file that names the places of the others. */
function placeFileAmong(samples: readonly Sample[]): Sample | undefined {
  const [found, ...more] = samples.filter(({ header }) => isPlaceFile(header))
  return more.length === 0 && samples.length > 1 ? found : undefined
}

/** Files whose lines are no hours: read by their own format, with the places found in the same way. */
async function figuresOf(
  texts: readonly TextFile[],
  samples: readonly Sample[],
  format: FigureFormat,
  { settings, locals, folder, nowMs }: Omit<ReadJob, 'files'>,
  findings: { preview: Import['preview']; guessed: ImportSettings; found: Import['found']; places: ImportPlace[] },
  onProgress?: ReadProgress,
): Promise<Pick<ReadOutcome, 'places' | 'questions' | 'report' | 'staged'>> {
  const at = Math.max(
    0,
    samples.findIndex(({ header }) => fitsFormat(header, format)),
  )
  const first = samples[at]
  const fields = figureColumns(first!.header, format)
  const uses = first!.header.map((_, c) => {
    const field = [...fields].find(([, at]) => at === c)?.[0] ?? null
    return field === 'time' && fields.has('hour') ? 'date' : field
  })
  findings.preview = previewOf(texts.slice(at), samples.slice(at), uses)
  findings.guessed.columns = first!.header
    .slice(0, MAX_COLUMNS)
    .flatMap((column, c) => (uses[c] == null ? [] : [{ column: short(column), use: uses[c] as never }]))
  findings.guessed.format = format.name
  findings.found.push(
    'columns',
    ...(settings.format == null ? ['format' as const] : []),
    ...(settings.places?.length ? [] : ['places' as const]),
  )
  const job = await figuresJob(samples, format, { settings, locals, folder, nowMs }, onProgress)
  if (settings.timeZone == null) {
    findings.found.push('timeZone')
    findings.guessed.timeZone = job.zone
  }
  if (settings.decimal == null && job.decimal !== null) {
    findings.found.push('decimal')
    findings.guessed.decimal = job.decimal
  }
  if (settings.dateOrder == null && job.dateOrder !== null) {
    findings.found.push('dateOrder')
    findings.guessed.dateOrder = job.dateOrder
  }
  findings.places = job.places.slice(0, MAX_PLACES)
  const staged = stagedFigures(
    job,
    format,
    samples.map(({ name }) => name),
  )
  await job.read.stage.leave()
  return { places: findings.places, questions: [], report: job.read.report, staged }
}

async function hoursOf(
  texts: readonly TextFile[],
  { preset, zone }: Effective,
  { settings, locals, folder, nowMs, clientName, placeFile }: Omit<ReadJob, 'files'> & { placeFile?: Sample },
  findings: { places: ImportPlace[]; found: Import['found']; guessed: ImportSettings },
  onProgress?: ReadProgress,
): Promise<Pick<ReadOutcome, 'places' | 'questions' | 'report' | 'staged'>> {
  const options = {
    files: texts,
    zone,
    now: nowMs,
    within: folder,
    ...(placeFile && { sensors: placeFile }),
    ...(onProgress && { onProgress }),
  }
  let read = await readImport({ ...options, preset })
  let joined: ImportPlace[] = []
  const renames = joinsOf(read.reported.reading.places, settings)
  if (Object.keys(renames).length > 0) {
    // Lines of two places that are one can contradict each other: they are read together.
    joined = placesOf(read, new Map())
      .filter(({ place }) => renames[place] !== undefined)
      .map((place) => ({ ...place, name: short(renames[place.place]!), match: 'joined' }))
    read.stage.close()
    read = await readImport({ ...options, preset: { ...preset, renames: { ...preset.renames, ...renames } } })
  }
  try {
    const { places } = read.reported.reading
    const infos = read.reported.sensors?.infos
    const matches = matchPlaces(places, locals, settings.places, (place) =>
      place === WHOLE ? (clientName ?? place) : (infos?.get(place.toLowerCase())?.name ?? place),
    )
    const here = placesOf(read, matches)
    const ids = new Map(here.map(({ place, local }) => [fold(place), local]))
    findings.places = [
      ...here,
      ...joined.map((place) => ({ ...place, local: ids.get(fold(place.name)) ?? null })),
    ].slice(0, MAX_PLACES)
    if (settings.places === undefined || settings.places.length === 0) findings.found.push('places')
    if (settings.lines == null) {
      findings.found.push('lines')
      findings.guessed.lines = read.reported.merging.meaning.lines
    }
    const known = new Map(locals.map((local) => [local.id, local]))
    refuseOtherZones(
      { name: 'the client' },
      [...read.reported.merging.firstDays.keys()].map((place) => known.get(matches.get(places[place]!)?.local ?? 0)),
      read.reported.reading.zone,
    )
    await writeQuarantineCsv(read.stage, join(folder, QUARANTINE_FILE))
    const staged = stagedOf(read.stage.file, read.reported, read.extents)
    await read.stage.leave()
    return {
      places: findings.places,
      questions: [],
      report: apiReport(reportOf(read.reported), read.reported.reading.skipped),
      staged,
    }
  } catch (error) {
    read.stage.close()
    throw error
  }
}

async function minutesOf(
  { format, zone, samples, seatFiles, uses }: EffectiveMinutes,
  { settings, locals, folder, clientName }: Omit<ReadJob, 'files' | 'nowMs'>,
  findings: { places: ImportPlace[]; found: Import['found'] },
  onProgress?: ReadProgress,
): Promise<Pick<ReadOutcome, 'places' | 'questions' | 'report' | 'staged'>> {
  const skips = (settings.places ?? []).filter(({ skip }) => skip === true).map(({ place }) => place)
  const options = {
    files: samples,
    format,
    zone,
    seatFiles,
    skips,
    within: folder,
    ...(settings.separator != null && { separator: settings.separator }),
    ...(onProgress && { onProgress }),
  }
  let { read, stage } = await readMinutes(options)
  const day = (of: number | null) => (of === null ? null : isoDay(of))
  const renames = joinsOf(
    read.rooms.map(({ room }) => room),
    settings,
  )
  let joined: ImportPlace[] = []
  if (Object.keys(renames).length > 0) {
    joined = read.rooms
      .filter(({ room }) => renames[room] !== undefined)
      .map(({ room, lines, firstDay, lastDay }) => ({
        place: short(room),
        lines,
        firstDay: day(firstDay),
        lastDay: day(lastDay),
        local: null,
        name: short(renames[room]!),
        match: 'joined',
      }))
    stage.close()
    ;({ read, stage } = await readMinutes({ ...options, renames }))
  }
  try {
    const matches = matchPlaces(
      read.rooms.map(({ room }) => room),
      locals,
      settings.places,
      (room) => (room === ONE_ROOM ? (clientName ?? room) : room),
    )
    const here = read.rooms.map(({ room, lines, firstDay, lastDay }): ImportPlace => {
      const match = matches.get(room)
      return {
        place: short(room),
        lines,
        firstDay: day(firstDay),
        lastDay: day(lastDay),
        local: match?.local ?? null,
        name: short(match?.name ?? room),
        match: match?.match ?? 'new',
      }
    })
    const ids = new Map(here.map(({ place, local }) => [fold(place), local]))
    findings.places = [
      ...here,
      ...joined.map((place) => ({ ...place, local: ids.get(fold(place.name)) ?? null })),
      ...read.skippedRooms.map(([room, lines]): ImportPlace => ({
        place: short(room),
        lines,
        firstDay: null,
        lastDay: null,
        local: null,
        name: short(room),
        match: 'skipped',
      })),
    ].slice(0, MAX_PLACES)
    if (settings.places === undefined || settings.places.length === 0) findings.found.push('places')
    const known = new Map(locals.map((local) => [local.id, local]))
    refuseOtherZones(
      { name: 'the client' },
      read.rooms.map(({ room }) => known.get(matches.get(room)?.local ?? 0)),
      read.zone,
    )
    await writeQuarantineCsv(stage, join(folder, QUARANTINE_FILE))
    await stage.leave()
    const columns = samples[0]!.header.map((column, c) => ({ column: short(column), use: uses[c] ?? null }))
    return {
      places: findings.places,
      questions: [],
      report: apiReportOfMinutes(read, undefined, columns),
      staged: read,
    }
  } catch (error) {
    stage.close()
    throw error
  }
}

/** Places that are to be another place of the files, or share a local with one: old name to new name. */
function joinsOf(places: readonly string[], { places: choices = [] }: ImportSettings): Record<string, string> {
  const byName = new Map(places.map((place) => [fold(place), place]))
  const byLocal = new Map<number, string>()
  const renames: Record<string, string> = {}
  for (const { place: said, name, local, skip } of choices) {
    const place = byName.get(fold(said))
    if (place === undefined || skip === true) continue
    const other = name == null ? undefined : byName.get(fold(name))
    if (local == null && other !== undefined && other !== place) renames[place] = other
    if (local == null) continue
    const first = byLocal.get(local)
    if (first === undefined) byLocal.set(local, place)
    else renames[place] = first
  }
  // A place that is joined with one that is joined itself goes where that one goes.
  for (const place of Object.keys(renames)) {
    for (let i = 0; i < places.length && renames[renames[place]!] !== undefined; i += 1)
      renames[place] = renames[renames[place]!]!
    // Two that are called after each other are the first of them.
    if (renames[place] === place) delete renames[place]
  }
  return renames
}

function placesOf(
  { reported: { reading }, extents }: ImportRead,
  matches: ReadonlyMap<string, PlaceMatch>,
): ImportPlace[] {
  const day = (of: number | null) => (of === null ? null : isoDay(of))
  return [
    ...extents.map(({ place, lines, firstDay, lastDay }): ImportPlace => {
      const name = reading.places[place]!
      const match = matches.get(name)
      return {
        place: short(name),
        lines,
        firstDay: day(firstDay),
        lastDay: day(lastDay),
        local: match?.local ?? null,
        name: short(match?.name ?? name),
        match: match?.match ?? 'new',
      }
    }),
    ...reading.skippedPlaces.map(([place, lines]): ImportPlace => ({
      place: short(reading.places[place]!),
      lines,
      firstDay: null,
      lastDay: null,
      local: null,
      name: short(reading.places[place]!),
      match: 'skipped',
    })),
  ]
}

function previewOf(
  texts: readonly TextFile[],
  [first]: readonly Sample[],
  uses: readonly (string | null)[] | null,
): Import['preview'] {
  const [text] = texts
  if (first === undefined || text === undefined) return null
  const cells = (row: readonly string[]) => row.slice(0, MAX_COLUMNS).map((cell) => short(cell))
  return {
    file: short(first.file),
    sheets: text.sheets.slice(0, 100).map((name) => short(name)),
    header: cells(first.header),
    uses: (uses ?? first.header.map(() => null)).slice(0, MAX_COLUMNS),
    rows: first.rows.slice(0, PREVIEW_ROWS).map(cells),
  }
}

/** The use of each column, in the terms of the settings. */
function usesOf(header: readonly string[], { columns }: Preset): (string | null)[] {
  const is = (column: string, names: readonly string[] | undefined) =>
    names?.some((name) => fold(name) === fold(column)) === true
  const first = (names: readonly string[] | undefined) =>
    names?.find((name) => header.some((column) => fold(column) === fold(name)))
  const hour = first(columns.hour)
  const fields: [string, string | undefined][] = [
    [hour === undefined ? 'time' : 'date', first(columns.time)],
    ['hour', hour],
    ['sensor', first(columns.sensor)],
    ['direction', first(columns.direction)],
    ...Object.entries(columns.atoms).map(([atom, names]): [string, string | undefined] => [atom, first(names)]),
  ]
  return header.map(
    (column) =>
      fields.find(([, name]) => name !== undefined && fold(name) === fold(column))?.[0] ??
      ((columns.area ?? []).some((names) => is(column, names)) ? 'area' : null),
  )
}

const SETTING_OF: Readonly<Partial<Record<ImportErrorCode, ImportQuestion['setting']>>> = {
  FILE_COLUMNS_MISSING: 'columns',
  FILE_COLUMN_UNUSED: 'columns',
  FILE_UNREADABLE: 'columns',
  FILE_GRAIN_CONFLICT: 'lines',
  FILE_TIME_RANGE: 'dateOrder',
  IMPORT_DATES_UNCLEAR: 'dateOrder',
  FILE_OFFSETS_WRONG: 'offsets',
  FILE_CONTRADICTORY: 'duplicates',
  IMPORT_PLACES_UNKNOWN: 'places',
  IMPORT_ZONE_UNKNOWN: 'timeZone',
  IMPORT_ZONE_CONFLICT: 'timeZone',
  IMPORT_LINES_UNCLEAR: 'lines',
  IMPORT_NOTHING_TAKEN: 'columns',
  FILE_SHEET_MISSING: 'sheet',
  FILE_NOT_FOUND: 'files',
  FILE_TOO_LARGE: 'files',
  FILE_NOT_TEXT: 'files',
  FILE_EMPTY: 'files',
  FILE_CHANGED: 'files',
  FILE_QUOTE_OPEN: 'files',
  FILE_NO_ROWS: 'files',
  FILE_TWICE: 'files',
}

/** A refusal as what has to be said first. */
export const questionOf = ({ code, message, lines, details }: ImportError): ImportQuestion => ({
  code,
  message: short(message, 4000),
  details: { ...details },
  setting: SETTING_OF[code] ?? null,
  lines: lines.slice(0, 20).map((line) => short(line, 500)),
})
