import type { Column } from '#domain/frame'
import type { SourceDefinition } from '../../types.ts'
import type { Columns } from '../document/columns.ts'
import type { QueryModel } from '../document/model.ts'

const known = new WeakMap<readonly Column[], Columns>()

/** The columns of a source, by id. Made once: every widget of a document asks. */
export function columnsOf(columns: readonly Column[]): Columns {
  let found = known.get(columns)
  if (found === undefined) known.set(columns, (found = new Map(columns.map(({ id, role }) => [id, role]))))
  return found
}

/**
 * The columns that a source answers these arguments with.
 *
 * @param args literals as they are written; undefined for one that a filter decides
 */
export const answeredColumns = (source: SourceDefinition, args: Readonly<Record<string, unknown>>): Columns =>
  columnsOf(source.answers?.(args) ?? source.columns)

/** The columns of a query before its steps. */
export const queryColumns = (query: Pick<QueryModel, 'source' | 'args'>): Columns => columnsOf(answeredWith(query))

/** The same with their units. */
export const answeredWith = ({ source, args }: Pick<QueryModel, 'source' | 'args'>): readonly Column[] =>
  source.answers?.(
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, 'literal' in value ? value.literal : undefined]),
    ),
  ) ?? source.columns
