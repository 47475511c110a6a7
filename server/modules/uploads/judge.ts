/** Judges row after row: found, of a local that is not known, or invalid; and keeps what was found as columns. */
import { dayOf, isoDay } from '#domain/days'
import { IMPORTER_COMPANIES, INVESTMENT_CONCEPTS, UPLOAD_PREVIEW_ROWS } from '#domain/uploads'
import type { RowProblem } from '#domain/uploads'
import type { UploadCheck, UploadRow } from '#schemas/generated/entities/upload-check.ts'
import { MOST_SALES } from '../../facts/checks.ts'
import { civilAt } from '../../facts/zone.ts'
import {
  centsFrom,
  countFrom,
  dayFromCell,
  MOST_COUNT,
  MOST_OF_DAY,
  offsetFrom,
  secondsOf,
  textFrom,
} from './fields.ts'
import { clean } from '../../lib/file-problem.ts'
import { createRows, UNTOLD } from '../../facts/upload-rows.ts'
import type { Cell } from './workbook.ts'

export interface KnownLocal {
  readonly id: number
  readonly client: number
  readonly name: string
  readonly code: string
  readonly externalId: string | null
  readonly timeZone: string
}
interface KnownClient {
  readonly id: number
  readonly name: string
  readonly externalId: string | null
}

/** Whose rows a file may hold. */
export interface Directory {
  readonly locals: readonly KnownLocal[]
  readonly clients: readonly KnownClient[]
}

/** The values of a row by what they mean; what a format lacks is left out. */
export interface RawRow {
  readonly line: number
  readonly sheet?: string
  readonly code?: Cell
  /** Tried when no local has the code. */
  readonly oldCode?: Cell
  readonly client?: Cell
  readonly date: Cell
  readonly hour?: Cell
  readonly offset?: Cell
  readonly tickets?: Cell
  /** Left out, as units, when the file leaves it empty. */
  readonly sales?: Cell
  readonly units?: Cell
  readonly offers?: Cell
  readonly orders?: Cell
  readonly investment?: Cell
  readonly concept?: Cell
  readonly company?: Cell
}

export interface JudgeOptions {
  readonly directory: Directory
  /** The client of every row; null = a row says it, or its code is enough. */
  readonly client: number | null
  readonly nowMs: number
  readonly is1904?: boolean
  /** Values are cents, which do not fit 32 bits. */
  readonly isMoney?: boolean
}

const FIRST_DAY = dayOf(2014, 1, 1)
const MOST_IDS = 1000
const LONGEST = 200
/** Readings that are kept: more than a file has days, or a client locals. */
const MOST_KEPT = 20_000
const short = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined || cell === '' ? null : clean(String(cell)).slice(0, LONGEST)
const folded = (text: string) => clean(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const CONCEPTS = new Map(INVESTMENT_CONCEPTS.map((name, at) => [folded(name), at + 1]))
CONCEPTS.set('affiliation', 1)
const COMPANIES = new Map(IMPORTER_COMPANIES.map((name, at) => [folded(name), at + 1]))

const salesFrom = (cell: Cell) => centsFrom(cell, MOST_SALES / 100)

class Wrong extends Error {
  readonly problem: RowProblem
  readonly field: string
  readonly cell: Cell | undefined
  constructor(problem: RowProblem, field: string, cell: Cell | undefined) {
    super(problem)
    this.problem = problem
    this.field = field
    this.cell = cell
  }
}

export type Judge = ReturnType<typeof createJudge>

export function createJudge({ directory, client, nowMs, is1904 = false, isMoney = false }: JudgeOptions) {
  const nowS = Math.floor(nowMs / 1000)
  const byCode = Map.groupBy(directory.locals, ({ code }) => clean(code))
  const byExternalId = Map.groupBy(
    directory.locals.filter(({ externalId }) => externalId !== null),
    ({ externalId }) => clean(externalId ?? ''),
  )
  const clientNames = new Map(directory.clients.map(({ id, name }) => [id, name]))
  const clientsBy = new Map<string, number>()
  for (const { id, name, externalId } of directory.clients) {
    clientsBy.set(String(id), id)
    clientsBy.set(folded(name), id)
    if (externalId !== null) clientsBy.set(clean(externalId), id)
  }
  /** What a code and a date mean does not change from row to row. */
  const knownCodes = new Map<Cell, KnownLocal>()
  const knownDays = new Map<Cell, number | null>()
  const dayOfCell = (cell: Cell): number | null => {
    let day = knownDays.get(cell)
    if (day === undefined) {
      day = dayFromCell(cell, is1904)
      if (knownDays.size < MOST_KEPT) knownDays.set(cell, day)
    }
    return day
  }
  const todays = new Map<string, number>()
  const todayIn = (zone: string) => {
    let today = todays.get(zone)
    if (today === undefined) todays.set(zone, (today = civilAt(zone, nowS).day))
    return today
  }
  /** Nowhere is it later than this. */
  const latestToday = Math.floor((nowS + 14 * 3600) / 86_400)

  const rows = createRows({ isMoney })
  const seen = { rows: 0, foundRows: 0, missingRows: 0, invalidRows: 0, unusableDates: 0 }
  const found: UploadRow[] = []
  const invalid: UploadRow[] = []
  const missing = new Set<string>()
  const ambiguous = new Set<string>()
  let [begin, end] = [Infinity, -Infinity]

  const shown = (raw: RawRow, local: KnownLocal | undefined, owner: number | null, wrong?: Wrong): UploadRow => {
    const number = (cell: Cell | undefined, most = MOST_OF_DAY) => (cell === undefined ? null : countFrom(cell, most))
    const cents = raw.investment === undefined ? null : centsFrom(raw.investment)
    const sales = raw.sales === undefined ? null : salesFrom(raw.sales)
    const day = dayFromCell(raw.date, is1904)
    return {
      line: raw.line,
      sheet: raw.sheet?.slice(0, LONGEST) ?? null,
      code: short(raw.code) ?? short(raw.oldCode),
      local: local?.name ?? null,
      client: (owner === null ? null : clientNames.get(owner)) ?? short(raw.client),
      date: day === null ? short(raw.date) : isoDay(day),
      hour: raw.hour === undefined ? null : `${short(raw.hour) ?? ''} ${short(raw.offset) ?? ''}`.trim(),
      offers: number(raw.offers),
      orders: number(raw.orders),
      tickets: number(raw.tickets),
      sales: sales === null ? null : sales / 100,
      units: number(raw.units),
      investment: cents === null ? null : cents / 100,
      concept: short(raw.concept),
      company: short(raw.company),
      problem: wrong?.problem ?? null,
      field: wrong?.field ?? null,
      // A workbook keeps a date as a number, which nobody would find in it.
      value: wrong === undefined ? null : wrong.field === 'Date' && day !== null ? isoDay(day) : short(wrong.cell),
    }
  }

  /** The local of a code; null when there is none. */
  function localOf(raw: RawRow, owner: number | null): KnownLocal | null {
    const isPlain = raw.client === undefined && raw.oldCode === undefined && raw.code !== undefined
    const kept = isPlain ? knownCodes.get(raw.code) : undefined
    if (kept !== undefined) return kept
    const local = searchLocal(raw, owner)
    if (isPlain && local !== null && knownCodes.size < MOST_KEPT) knownCodes.set(raw.code, local)
    return local
  }

  function searchLocal(raw: RawRow, owner: number | null): KnownLocal | null {
    for (const [cell, index] of [
      [raw.code, byCode],
      [raw.code, byExternalId],
      [raw.oldCode, byExternalId],
      [raw.oldCode, byCode],
    ] as const) {
      if (cell === null || cell === undefined) continue
      const all = index.get(textFrom(cell)) ?? []
      const own = owner === null ? all : all.filter((one) => one.client === owner)
      if (own.length > 1) {
        ambiguous.add(textFrom(cell).slice(0, LONGEST))
        throw new Wrong('clientNeeded', 'Code', cell)
      }
      if (own[0] !== undefined) return own[0]
    }
    return null
  }

  function ownerOf({ client: cell }: RawRow): number | null {
    if (cell === undefined) return client
    const id = clientsBy.get(textFrom(cell)) ?? clientsBy.get(folded(textFrom(cell)))
    if (id === undefined) throw new Wrong('clientUnknown', 'Client', cell)
    return id
  }

  const count = (field: string, cell: Cell | undefined, most: number): number => {
    if (cell === undefined) return UNTOLD
    const value = countFrom(cell, most)
    if (value === null) throw new Wrong('countInvalid', field, cell)
    return value
  }

  const oneOf = (
    names: ReadonlyMap<string, number>,
    problem: RowProblem,
    field: string,
    cell: Cell | undefined,
  ): number => {
    if (cell === undefined) return 0
    const place = names.get(folded(textFrom(cell)))
    if (place === undefined) throw new Wrong(problem, field, cell)
    return place
  }

  function read(raw: RawRow): { local: KnownLocal | null; owner: number | null } {
    const hasLocal = raw.code !== undefined || raw.oldCode !== undefined
    const owner = ownerOf(raw)
    if (hasLocal && textFrom(raw.code ?? null) === '' && textFrom(raw.oldCode ?? null) === '')
      throw new Wrong('codeMissing', 'Code', raw.code)
    const day = dayOfCell(raw.date)
    if (day === null) throw new Wrong('dateInvalid', 'Date', raw.date)
    if (day < FIRST_DAY || day > latestToday) throw new Wrong('dateUnusable', 'Date', raw.date)
    const first =
      raw.investment !== undefined
        ? centsFrom(raw.investment)
        : count(
            raw.tickets === undefined ? 'Offers' : 'Tickets',
            raw.tickets ?? raw.offers,
            raw.hour === undefined ? MOST_OF_DAY : MOST_COUNT,
          )
    if (first === null) throw new Wrong('amountInvalid', 'Investment', raw.investment)
    const second = raw.sales !== undefined ? salesFrom(raw.sales) : count('Orders', raw.orders, MOST_OF_DAY)
    if (second === null) throw new Wrong('amountInvalid', 'Sales', raw.sales)
    const third = count('Units', raw.units, raw.hour === undefined ? MOST_OF_DAY : MOST_COUNT)
    const label =
      raw.company !== undefined
        ? oneOf(COMPANIES, 'companyUnknown', 'Company Name', raw.company)
        : oneOf(CONCEPTS, 'conceptUnknown', 'Concept', raw.concept)
    let instant = 0
    if (raw.hour !== undefined) {
      const seconds = secondsOf(textFrom(raw.hour))
      if (seconds === null) throw new Wrong('hourInvalid', 'Hour', raw.hour)
      const offset = offsetFrom(textFrom(raw.offset ?? null))
      if (offset === null) throw new Wrong('offsetInvalid', 'UTC offset', raw.offset)
      instant = day * 86_400 + seconds - offset
      if (instant > nowS) throw new Wrong('dateUnusable', 'Date', raw.date)
    }
    const local = hasLocal ? localOf(raw, owner) : null
    if (hasLocal && local === null) return { local, owner }
    let civil = day
    if (local !== null && raw.hour !== undefined) {
      const at = civilAt(local.timeZone, instant)
      if (at.second !== 0) throw new Wrong('hourNotWhole', 'Hour', raw.hour)
      civil = at.day
    } else if (day > (local === null ? latestToday : todayIn(local.timeZone)))
      throw new Wrong('dateUnusable', 'Date', raw.date)
    const side = rows.add({
      client: local?.client ?? owner ?? 0,
      local: local?.id ?? 0,
      day: civil,
      instant,
      label,
      first,
      second,
      third,
    })
    if (side !== null) {
      if (raw.tickets === undefined) throw new Wrong('contradicts', 'Date', raw.date)
      const [field, cell] = {
        first: ['Tickets', raw.tickets],
        second: ['Sales', raw.sales],
        third: ['Units', raw.units],
      }[side] as [string, Cell | undefined]
      throw new Wrong('contradicts', field, cell)
    }
    if (civil < begin) begin = civil
    if (civil > end) end = civil
    return { local, owner: local?.client ?? owner }
  }

  function refuse(raw: RawRow, wrong: Wrong): void {
    seen.invalidRows += 1
    if (wrong.problem === 'dateUnusable' || wrong.problem === 'dateInvalid') seen.unusableDates += 1
    if (invalid.length < UPLOAD_PREVIEW_ROWS) invalid.push(shown(raw, undefined, client, wrong))
  }

  return {
    row(raw: RawRow): void {
      seen.rows += 1
      try {
        const { local, owner } = read(raw)
        if (local === null && (raw.code !== undefined || raw.oldCode !== undefined)) {
          seen.missingRows += 1
          const id = (textFrom(raw.code ?? null) || textFrom(raw.oldCode ?? null)).slice(0, LONGEST)
          if (missing.size < MOST_IDS * 10) missing.add(id)
          return
        }
        seen.foundRows += 1
        if (found.length < UPLOAD_PREVIEW_ROWS) found.push(shown(raw, local ?? undefined, owner))
      } catch (error) {
        if (!(error instanceof Wrong)) throw error
        refuse(raw, error)
      }
    },
    /** A line that has no row in it. */
    broken(line: number, problem: RowProblem, text: string): void {
      seen.rows += 1
      refuse({ line, date: null }, new Wrong(problem, '', text))
    },
    /** @param isCheck no rows are wanted */
    finish(isCheck: boolean): { check: UploadCheck; rows: ReturnType<typeof rows.finish> | null } {
      return {
        check: {
          ...seen,
          missingIds: missing.size,
          ambiguousIds: ambiguous.size,
          begin: Number.isFinite(begin) ? isoDay(begin) : null,
          end: Number.isFinite(end) ? isoDay(end) : null,
          found,
          missing: [...missing].slice(0, MOST_IDS),
          invalid,
        },
        rows: isCheck ? rows.drop() : rows.finish(),
      }
    },
  }
}
