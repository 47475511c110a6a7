import type { SourceDefinition, SourceRegistry } from '#engine/types'
import { isBindable } from './bound-args.ts'

/**
 * The source for a widget that names none: it has these columns and most of the `optional` ones; then the fewest rows,
 * which is the fewest other dimensions. With no columns to go by, the one with the most measures.
 */
export function defaultSource(
  sources: SourceRegistry,
  columns: readonly string[],
  optional: readonly string[] = [],
): SourceDefinition | undefined {
  const fits = [...sources.values()].filter(
    (source) =>
      isBindable(source) &&
      Object.keys(source.args).length > 0 &&
      // Its columns depend on its arguments: it has no default query.
      source.answers === undefined &&
      source.columns.some(({ role }) => role === 'measure') &&
      columns.every((id) => source.columns.some((column) => column.id === id)),
  )
  const measures = ({ columns: all }: SourceDefinition) => all.filter(({ role }) => role === 'measure').length
  const known = ({ columns: all }: SourceDefinition) => all.filter(({ id }) => optional.includes(id)).length
  const others = ({ columns: all }: SourceDefinition) =>
    all.filter(({ id, role }) => role === 'dim' && !columns.includes(id) && !optional.includes(id)).length
  return fits.toSorted((a, b) =>
    columns.length === 0 ? measures(b) - measures(a) : known(b) - known(a) || others(a) - others(b),
  )[0]
}
