/** The lines of files of figures, into the columns of the stage. */
import { monthNumber } from '#domain/days'
import { NULL } from '../../../../facts/columns.ts'
import type { LineQuarantine } from '../quarantine.ts'
import { countOf, textOf } from '../cells.ts'
import { createClock } from '../clock.ts'
import { isBlank, labelled } from '../row-text.ts'
import { createNames, fold } from '../names.ts'
import type { Row } from '../rows.ts'
import type { Stage } from '../stage.ts'
import { createTally } from '../tally.ts'
import type { FigureFormat } from './formats.ts'
import { FIELDS, createLineReader } from './kinds.ts'
import type { FigureField } from './kinds.ts'
import { columnsOf } from './figure-columns.ts'

const DAY_MS = 86_400_000

interface Parts {
  readonly options: FigureLineOptions
  readonly out: ReturnType<Stage['writer']>
  readonly quarantine: LineQuarantine
}

export interface FigureLineOptions {
  readonly format: FigureFormat
  readonly zone: string
  readonly nowS: number
  readonly dateOrder?: 'dmy' | 'mdy'
  readonly decimal?: ',' | '.'
  /** Places that are left out, and those that are other places of the files. */
  readonly skips?: readonly string[]
  readonly renames?: Readonly<Record<string, string>>
}

export function createFigureLines({ options, out, quarantine }: Parts) {
  const { format, zone, nowS } = options
  const { kind } = format
  const { values, most } = FIELDS[kind]
  const [places, items] = [createNames(options.renames), createNames()]
  const called = new Map<number, string>()
  const rest = new Set((format.rest ?? []).map(fold))
  const read = createLineReader(kind, {
    clock: createClock(zone, nowS),
    places,
    items,
    dateOrder: options.dateOrder ?? 'dmy',
    month: monthNumber(Math.floor((nowS * 1000) / DAY_MS)),
    isRest: (item) => rest.has(fold(item)),
    onName: (place, name) => called.set(place, called.get(place) ?? name),
  })
  const left = new Set((options.skips ?? []).map(fold))
  const skipped = new Map<string, number>()
  const sums = values.map(() => ({ read: 0, apart: 0 }))
  let nulls = 0

  /** Takes the rows of one file, whose first line is `base` + 1. */
  function ofFile(file: string, header: readonly string[], base: number) {
    const tally = createTally(file)
    const at = columnsOf(header, format)
    const least = Math.max(...FIELDS[kind].needs.map((field) => at.get(field) ?? 0)) + 1
    let isHeader = true
    const take = (row: Row) => {
      if (isHeader) {
        isHeader = false
        return
      }
      const { buffer, starts, ends, length, line } = row
      const cell = (field: FigureField) => {
        const column = at.get(field)
        return column === undefined || column >= length ? '' : textOf(buffer, starts[column]!, ends[column]!).trim()
      }
      if (isBlank(row)) return
      const reason = length < least ? 'CELLS_MISSING' : takeLine(cell, row)
      if (reason === 'skipped') {
        tally.line()
        tally.skip()
        return
      }
      tally.line()
      if (reason === null) return
      const kept = { file, line, reason, cells: labelled(header, row) }
      quarantine.add(kept)
      tally.bad(kept)
    }
    const takeLine = (cell: (field: FigureField) => string, { buffer, starts, ends, length, line }: Row) => {
      if (left.size > 0) {
        const place = ['origin', 'destination', 'sensor']
          .map((field) => cell(field as FigureField))
          .find((one) => one !== '' && left.has(fold(one)))
        if (place !== undefined) {
          skipped.set(place, (skipped.get(place) ?? 0) + 1)
          return 'skipped'
        }
      }
      const found = values.map((field) => {
        const column = at.get(field)
        return column === undefined || column >= length
          ? NULL
          : countOf(buffer, starts[column]!, ends[column]!, [], options.decimal)
      })
      if (found.some((value) => value !== NULL && Number.isNaN(value))) return 'COUNT_UNREADABLE'
      if (found.some((value) => value !== NULL && value < 0)) return 'NEGATIVE'
      found.forEach((value, v) => {
        if (value !== NULL) sums[v]!.read += value
      })
      const key = found.some((value) => value > most) ? 'ABSURD' : read(cell)
      if (typeof key === 'string') {
        found.forEach((value, v) => {
          if (value !== NULL) sums[v]!.apart += value
        })
        return key
      }
      const i = out.length
      const [numbers, ...columns] = out.columns as [Int32Array, ...Int32Array[]]
      numbers[i] = base + line
      key.forEach((part, k) => {
        columns[k]![i] = part
      })
      columns[5]![i] = found[0]!
      columns[6]![i] = found[1] ?? NULL
      if (found.every((value) => value === NULL)) nulls += 1
      out.length += 1
      return null
    }
    return { take, tally }
  }

  return {
    ofFile,
    places,
    items,
    called,
    skipped,
    sums,
    /** Lines without a figure. */
    nulls: () => nulls,
  }
}
