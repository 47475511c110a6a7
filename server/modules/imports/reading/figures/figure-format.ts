import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { fold } from '../names.ts'
import { detectFigures, FIGURE_FORMATS, type FigureFormat } from './formats.ts'
import { FIELDS, type FigureField } from './kinds.ts'

/** The chosen format, or the one whose columns all files have; null = the lines are hours. */
export function figureFormatOf(
  { format, columns = [] }: ImportSettings,
  headers: readonly (readonly string[])[],
): FigureFormat | null {
  const found = format == null ? detectFigures(headers) : (FIGURE_FORMATS.get(format) ?? null)
  return found && withColumns(found, columns)
}

/** Columns that were named by hand, over those of the format. */
function withColumns(format: FigureFormat, chosen: NonNullable<ImportSettings['columns']>): FigureFormat {
  const fields: readonly FigureField[] = [...FIELDS[format.kind].needs, ...FIELDS[format.kind].may]
  const said = new Set(chosen.map(({ column }) => fold(column)))
  const columns = Object.fromEntries(
    fields.map((field) => {
      const own = chosen
        .filter(({ use }) => use === field || (field === 'time' && use === 'date'))
        .map(({ column }) => column)
      return [field, own.length > 0 ? own : (format.columns[field] ?? []).filter((name) => !said.has(fold(name)))]
    }),
  )
  return chosen.length === 0 ? format : { ...format, columns }
}
