/** Which columns a query and its steps give, read from the document and the registry, without asking anything. */
import type { LoadContext } from '#engine'
import { flow, type Columns } from '#engine/core/document/columns'
import { answeredColumns } from '#engine/core/graph/answered-columns'
import { isRecord, own } from '#engine/core/document/pointer'
import { parseReference } from '#engine/core/params/references'
import { listAt, recordAt, textAt } from './raw.ts'
import type { Doc } from './patches.ts'

type Sources = LoadContext['sources']

/** Arguments as `SourceDefinition.answers` takes them: undefined where a filter decides. */
const literals = (args: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(isRecord(args) ? args : {}).map(([name, value]) => [
      name,
      parseReference(value) === undefined ? value : undefined,
    ]),
  )

/** As its source gives them for its arguments; undefined where there is no such query or source. */
export function sourceColumns(doc: Doc, sources: Sources, query: string): Columns | undefined {
  const raw = own(recordAt(doc, 'queries'), query)
  const source = sources.get(textAt(raw, 'source'))
  return source && answeredColumns(source, literals(own(raw, 'args')))
}

/** After steps; undefined once a step makes columns that are in the data only (a pivot). */
export function columnsAfter(
  doc: Doc,
  sources: Sources,
  query: string,
  steps: readonly unknown[],
): Columns | undefined {
  const start = sourceColumns(doc, sources, query)
  return start && flow(start, steps, (other) => sourceColumns(doc, sources, other)).columns
}

/** The steps of a data input of a widget: the query's own steps, then the input's. */
export function inputColumns(doc: Doc, sources: Sources, widget: string, input: string): Columns | undefined {
  const data = own(own(own(recordAt(doc, 'widgets'), widget), 'data'), input)
  const query = textAt(data, 'query')
  return columnsAfter(doc, sources, query, [
    ...listAt(own(recordAt(doc, 'queries'), query), 'transform'),
    ...listAt(data, 'transform'),
  ])
}
