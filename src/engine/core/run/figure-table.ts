/** A projection as a rule about a figure reads it: its measures row by row, with what is known of each. */
import type { Basis } from '#domain/basis'
import { isMixed } from '#domain/compared-stores'
import type { FigureCell, FigureColumn, FigureRow, FigureTable } from '#domain/figure-rule'
import type { Cell } from '#domain/frame'
import { formatter } from '#domain/format'
import { isSummable } from '#domain/frame'
import { formulaOf, METRICS } from '#domain/metrics/index'
import type { Projection, ProjectionColumn, ProjectionContext } from '../../types.ts'

/** Of a widget of small charts, the title of each part stands in a first column, as in its file. */
interface Part {
  readonly title: string | null
  readonly projection: Projection
}

const isMeasure = ({ role, format }: ProjectionColumn) => role === 'measure' && format !== 'text'

/** Whether a column is what two periods differ by. */
const isChange = ({ format, isChange: isSaid }: ProjectionColumn) =>
  isSaid === true || format === 'delta' || format === 'points'

/** Row headers of tables with another measure in each row, or of steps that hold one another. */
const OF_MEASURES = new Set(['metric', 'measure', 'step', 'stage'])

/** Counts and times; a share, a mean and a change are no sums of their rows. */
function isAdditive({ format, metric, unit }: ProjectionColumn, category: string | undefined): boolean {
  if ((format !== 'count' && format !== 'duration') || OF_MEASURES.has(category ?? '')) return false
  const known = metric === undefined ? undefined : METRICS.find(({ id }) => id === metric)
  return known === undefined ? isSummable(unit) : formulaOf(known).kind === 'sum'
}

/**
 * Columns of members before the first measure tell rows apart; what stands behind is said of them, and may change.
 *
 * @param labels names of dimension members by dimension; a row whose member of `local` is one of them is about that
 *   local
 */
export function figureTable(
  projection: Projection,
  { labels, locale }: Pick<ProjectionContext, 'labels' | 'locale'>,
): FigureTable {
  const parts: readonly Part[] =
    projection.rows.length > 0 || projection.parts === undefined
      ? [{ title: null, projection }]
      : projection.parts.map((part) => ({ title: part.title, projection: part.projection }))
  const columns = new Map<string, FigureColumn>()
  for (const { projection: one } of parts)
    for (const column of one.columns)
      if (isMeasure(column) && !columns.has(column.id))
        columns.set(column.id, {
          id: column.id,
          label: column.label,
          format: column.format,
          isAdditive: isAdditive(column, one.category),
        })
  const locals = new Map<string, number | null>()
  // Two locals of one name are none: an alert is never about the wrong one.
  for (const [id, name] of labels.local ?? []) locals.set(name, locals.has(name) ? null : id)
  const taken = new Map<string, number>()
  // A part has the basis of its widget.
  const rows = parts.flatMap((part) => rowsOf(part, locals, locale, projection.basis))
  const { basis } = projection
  return {
    columns: [...columns.values()],
    ...(basis?.stores === 'same' &&
      basis.compared < basis.asked && {
        stores: { compared: basis.compared, asked: basis.asked, ...(basis.places && { places: basis.places }) },
      }),
    isOfMeasures: parts.every(({ projection: one }) => OF_MEASURES.has(one.category ?? '')),
    rows: rows.map((row) => {
      const times = (taken.get(row.key) ?? 0) + 1
      taken.set(row.key, times)
      return times === 1 ? row : { ...row, key: `${row.key} ${times}` }
    }),
  }
}

/** Whether a change of one store, or of many (null), is between different sets of stores. */
function mixedOf(basis: Basis | undefined, local: number | null): boolean {
  if (basis === undefined || !isMixed(basis)) return false
  const { leftOut, asked, compared } = basis
  // An answer names only the first that are left out: of the others nothing is known.
  return local === null || leftOut.length < asked - compared || leftOut.some((one) => one.local === local)
}

function rowsOf(
  { title, projection }: Part,
  locals: ReadonlyMap<string, number | null>,
  locale: string,
  basis: Basis | undefined,
): FigureRow[] {
  const { columns, rows, states, columnStates, coverage, sumRows } = projection
  const first = columns.findIndex(isMeasure)
  const dims = columns
    .slice(0, first === -1 ? columns.length : first)
    .flatMap((column, at) => (column.role === 'dim' ? [{ column, at }] : []))
  const said = formatter(locale)
  const place = dims.find(({ column }) => column.id === 'local')
  return rows.map((cells, row) => {
    const own = title === null ? [] : [title]
    const members = dims.map(({ at }) => cells[at] ?? null)
    const local = place === undefined ? null : localOf(cells[place.at] ?? null, locals)
    const isMixedRow = mixedOf(basis, local)
    return {
      key: JSON.stringify([...own, ...members]),
      label: [...own, ...dims.map(({ column, at }) => said.cell(cells[at] ?? null, column.format))].join(' · '),
      local,
      coverage: coverage?.[row] ?? null,
      isSum: sumRows?.includes(row) === true,
      cells: Object.fromEntries(
        columns.flatMap((column, at): [string, FigureCell][] => {
          if (!isMeasure(column)) return []
          const value = cells[at]
          const state = columnStates?.[column.id]?.[row] ?? states?.[row] ?? 'final'
          const cell = { value: typeof value === 'number' ? value : null, state }
          return [[column.id, isMixedRow && isChange(column) ? { ...cell, isMixed: true } : cell]]
        }),
      ),
    }
  })
}

const localOf = (member: Cell, locals: ReadonlyMap<string, number | null>) =>
  typeof member === 'number' ? member : typeof member === 'string' ? (locals.get(member) ?? null) : null
