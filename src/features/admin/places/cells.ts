import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'

/** Cells with something in them, without where they stood. */
export const cellsOf = (row: QuarantinedRow['row']): [name: string, value: string][] =>
  Object.entries(row).flatMap(([name, value]) =>
    name === 'file' || name === 'line' || value === null || value === ''
      ? []
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
