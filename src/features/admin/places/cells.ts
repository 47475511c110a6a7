import { isoDay } from '#domain/days'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'

/** A day is kept as a number. */
const textOf = (name: string, value: unknown): string =>
  typeof value === 'string'
    ? value
    : name === 'day' && typeof value === 'number'
      ? isoDay(value)
      : JSON.stringify(value)

/** Cells with something in them, without their positions. */
export const cellsOf = (row: QuarantinedRow['row']): [name: string, value: string][] =>
  Object.entries(row).flatMap(([name, value]) =>
    name === 'file' || name === 'line' || value === null || value === '' ? [] : [[name, textOf(name, value)]],
  )
