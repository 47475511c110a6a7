/** A CSV file of locals: checked line by line, then loaded whole or not at all. */
import { isDeepStrictEqual } from 'node:util'
import type { LocalImport } from '#schemas/generated/entities/local-import.ts'
import { inSlices } from '../../lib/breathe.ts'
import { AppError } from '../../lib/errors.ts'
import { clean, FileProblem } from '../../lib/file-problem.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import { readLines } from '../../lib/text-lines.ts'
import type { Columns } from '../../lib/text-lines.ts'
import type { Parts } from '../../module.ts'
import { dealerships } from '../dealerships/index.ts'
import { allOf } from '../places/find-place.ts'
import { clientNotFound } from '../../db/scoped.ts'
import type { Repositories } from '../../catalog.ts'
import { columnsOf, NEEDED } from './import-columns.ts'
import type { Cells, ImportColumn } from './import-columns.ts'
import { createLineValidator, folded, keyOf, LineProblem } from './line-validator.ts'
import type { ValidatedLine, Known } from './line-validator.ts'

type Line = LocalImport['rows'][number]
type ImportParts = Pick<Parts, 'catalog' | 'clock' | 'facts' | 'devicesChanged' | 'hoursChanged'>

const SHOWN = 10
const MAX_PROBLEMS = 100
const MAX_LINES = 20_000

export interface LocalImportOptions {
  /** Of which client the lines are that do not say it. */
  readonly client?: number
  /** Nothing is written. */
  readonly isCheck: boolean
}

interface Read {
  readonly valid: readonly ValidatedLine[]
  readonly rows: readonly Line[]
  readonly problems: readonly Line[]
  readonly invalid: number
}

/** Throws LOCAL_IMPORT_COLUMNS, UPLOAD_NOT_TEXT, UPLOAD_TOO_MUCH, UPLOAD_EMPTY. */
function linesOf(bytes: Buffer): {
  readonly head: ReadonlyMap<ImportColumn, number>
  /** Columns of the first line. */
  readonly width: number
  readonly lines: [number, Columns][]
} {
  const lines: [number, Columns][] = []
  try {
    readLines(bytes, (line, columns) => {
      if (lines.length > MAX_LINES)
        throw new FileProblem('UPLOAD_TOO_MUCH', `The file holds more than ${MAX_LINES} locals; send it in parts.`, {
          what: `${MAX_LINES}`,
          most: `${MAX_LINES}`,
        })
      lines.push([line, columns])
    })
  } catch (error) {
    if (error instanceof FileProblem) throw new AppError(error.code, error.message, error.details)
    throw error
  }
  const [first] = lines
  const { at, unknown } = columnsOf((first?.[1] ?? []).map((name) => clean(name).trim()))
  const missing = NEEDED.filter((column) => !at.has(column))
  if (missing.length > 0 || unknown.length > 0)
    throw new AppError(
      'LOCAL_IMPORT_COLUMNS',
      `The first line has to name the columns; missing: ${missing.join(', ') || 'none'}; unknown: ` +
        `${unknown.join(', ') || 'none'}.`,
      { missing: missing.join(', '), unknown: unknown.map((name) => name.slice(0, 40)).join(', ') },
    )
  return { head: at, width: first?.[1]?.length ?? 0, lines: lines.slice(1) }
}

function* validateAll(
  { head, width, lines }: ReturnType<typeof linesOf>,
  validate: (cells: Cells) => ValidatedLine,
): Generator<void, Read> {
  const [valid, rows, problems]: [ValidatedLine[], Line[], Line[]] = [[], [], []]
  let invalid = 0
  for (const [line, columns] of lines) {
    const cells: Cells = {}
    for (const [column, at] of head) cells[column] = clean(columns?.[at] ?? '').trim()
    const { client = '', code = '', name = '' } = cells
    const shown = { line, client: client.slice(0, 200), code: code.slice(0, 60), name: name.slice(0, 200) }
    try {
      if (columns === null) throw new LineProblem('QUOTE_OPEN')
      // A semicolon in a name without quotes moves all that follows into other columns.
      if (columns.slice(width).some((cell) => clean(cell).trim() !== ''))
        throw new LineProblem('LINE_TOO_LONG', `${columns.length} > ${width}`)
      valid.push(validate(cells))
      if (rows.length < SHOWN) rows.push({ ...shown, reason: null, value: null })
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error
      invalid += 1
      if (problems.length < MAX_PROBLEMS)
        problems.push({ ...shown, reason: error.reason, value: error.value.slice(0, 200) || null })
    }
    yield
  }
  return { valid, rows, problems, invalid }
}

export function localImportService({ catalog, clock, facts, devicesChanged, hoursChanged }: ImportParts) {
  async function known(
    all: AllClients,
    client: number | undefined,
    { clients, localRecords, resources }: Repositories,
  ): Promise<Known> {
    if (client !== undefined && (await clients.find(all, client)) === undefined) throw clientNotFound(client)
    const byName = new Map<string, number | null>()
    for (const { id, name, externalId, oldId } of await clients.list(all))
      for (const one of new Set([name, externalId, oldId].flatMap((text) => (text === null ? [] : [folded(text)]))))
        byName.set(one, byName.has(one) ? null : id)
    const cameras = await localRecords.withCameras(all)
    const hours = await facts.places.hoursBy('local', null)
    return {
      client: client ?? null,
      clients: byName,
      locals: new Map((await localRecords.rows(all)).map((row) => [keyOf(row.client_id, row.code), row])),
      dealerships: new Map(
        (await resources.list(dealerships.resource, all)).map((one) => [
          keyOf(Number(one.client), folded(String(one.name))),
          one.id,
        ]),
      ),
      hasHours: (local) => (hours.get(local)?.hours ?? 0) > 0,
      hasCamera: (local) => cameras.has(local),
    }
  }

  async function write(
    all: AllClients,
    scope: Scope,
    valid: readonly ValidatedLine[],
    { localRecords, audit }: Repositories,
  ): Promise<void> {
    const at = clock.now()
    const added = valid.filter(({ before }) => before === null)
    await localRecords.insertMany(
      all,
      added.map(({ client, row }) => ({ ...row, client_id: client })),
      at,
    )
    for (const { client, before, row } of valid) {
      if (before === null) continue
      const { id, client_id: _client, ...was } = before
      if (!isDeepStrictEqual(was, row)) await localRecords.update(all, { id, client }, row, at)
    }
    const clients = [...new Set(valid.map(({ client }) => client))].toSorted((one, other) => one - other)
    await audit.append(scope, {
      action: 'local.import',
      target: `${valid.length} locals`,
      details: { added: added.length, found: valid.length - added.length, clients },
      at,
    })
  }

  return {
    /**
     * Throws UPLOAD_EMPTY, UPLOAD_NOT_TEXT, LOCAL_IMPORT_COLUMNS, UPLOAD_TOO_MUCH, CLIENT_NOT_FOUND, and
     * LOCAL_IMPORT_INVALID when a line cannot be taken and the file is to be loaded.
     */
    async read(scope: Scope, bytes: Buffer, { client, isCheck }: LocalImportOptions): Promise<LocalImport> {
      const all = allOf(scope)
      const file = linesOf(bytes)
      const changed = new Set<number>()
      const answer = await catalog.transaction(async (repositories): Promise<LocalImport> => {
        const validate = createLineValidator(await known(all, client, repositories))
        const { valid, rows, problems, invalid } = await inSlices(validateAll(file, validate))
        const added = valid.filter(({ before }) => before === null).length
        const summary = { found: valid.length - added, added, invalid, rows: [...rows], problems: [...problems] }
        if (isCheck) return { ...summary, loaded: false }
        if (invalid > 0)
          throw new AppError(
            'LOCAL_IMPORT_INVALID',
            `${invalid} lines of the file cannot be taken; nothing was loaded. Check the file and fix them.`,
            { count: invalid },
          )
        await write(all, scope, valid, repositories)
        for (const one of valid) changed.add(one.client)
        return { ...summary, loaded: true }
      })
      if (answer.loaded) {
        devicesChanged()
        for (const one of changed) hoursChanged(one)
      }
      return answer
    },
  }
}

export type LocalImportService = ReturnType<typeof localImportService>
