/** Validates row after row: found, of a local that is not known, or invalid; and keeps what was found as columns. */
import { dayOf, isoDay } from '#domain/days'
import { UPLOAD_PREVIEW_ROWS } from '#domain/uploads'
import type { RowProblem } from '#domain/upload-problems'
import type { UploadCheck, UploadRow } from '#schemas/generated/entities/upload-check.ts'
import { civilAt } from '../../facts/zone.ts'
import { textFrom } from './fields.ts'
import { localFinder } from './find-local.ts'
import { rowDays } from './row-days.ts'
import { contradiction, instantOf, valuesOf } from './row-values.ts'
import { rowShower } from './shown-row.ts'
import { createRows } from '../../facts/upload-rows.ts'
import { LONGEST, Wrong } from './wrong.ts'
import type { KnownLocal, Directory, RawRow } from './raw-row.ts'

export interface RowValidatorOptions {
  readonly directory: Directory
  /** The client of every row; null = a row says it, or its code is enough. */
  readonly client: number | null
  readonly nowMs: number
  readonly is1904?: boolean
  /** Values are cents, which do not fit 32 bits. */
  readonly isMoney?: boolean
}

const FIRST_DAY = dayOf(2014, 1, 1)
const MAX_IDS = 1000

export type RowValidator = ReturnType<typeof createRowValidator>

export function createRowValidator({ directory, client, nowMs, is1904 = false, isMoney = false }: RowValidatorOptions) {
  const nowS = Math.floor(nowMs / 1000)
  const { localOf, ownerOf, ambiguous } = localFinder(directory, client)
  const shown = rowShower(directory.clients, is1904)
  const { dayOfCell, todayIn, latestToday } = rowDays(nowS, is1904)

  const rows = createRows({ isMoney })
  const seen = { rows: 0, foundRows: 0, missingRows: 0, invalidRows: 0, unusableDates: 0 }
  const found: UploadRow[] = []
  const invalid: UploadRow[] = []
  const missing = new Set<string>()
  let [begin, end] = [Infinity, -Infinity]

  function read(raw: RawRow): { local: KnownLocal | null; owner: number | null } {
    const hasLocal = raw.code !== undefined || raw.oldCode !== undefined
    const owner = ownerOf(raw)
    if (hasLocal && textFrom(raw.code ?? null) === '' && textFrom(raw.oldCode ?? null) === '')
      throw new Wrong('codeMissing', 'Code', raw.code)
    const day = dayOfCell(raw.date)
    if (day === null) throw new Wrong('dateInvalid', 'Date', raw.date)
    if (day < FIRST_DAY || day > latestToday) throw new Wrong('dateUnusable', 'Date', raw.date)
    const values = valuesOf(raw)
    const instant = instantOf(raw, day, nowS)
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
      ...values,
    })
    if (side !== null) throw contradiction(raw, side)
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
          if (missing.size < MAX_IDS * 10) missing.add(id)
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
          missing: [...missing].slice(0, MAX_IDS),
          invalid,
        },
        rows: isCheck ? rows.drop() : rows.finish(),
      }
    },
  }
}
