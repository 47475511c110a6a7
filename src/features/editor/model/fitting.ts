/** Which query of a page a new widget is given: one that has what the widget reads, and is about all of it. */
import type { LoadContext } from '#engine'
import { type Columns, flow } from '#engine/core/document/columns'
import { isRecord, own } from '#engine/core/document/pointer'
import { parseReference } from '#engine/core/params/references'
import type { DataInput, SourceDefinition, WidgetDefinition } from '#engine/types'
import { listAt, recordAt, textAt, textsAt } from './raw.ts'
import { sectionsOf } from './sections.ts'
import { fieldsOf, type JsonSchema } from '#engine/core/document/option-fields'
import { columnsOfOptions } from '#engine/core/document/missing-columns'
import { shownPlaceOfArg } from './bound-args.ts'
import { sourceColumns } from './columns.ts'
import type { Doc } from './patches.ts'

/** Whether a step leaves every row and the meaning of its columns: it adds a column, adds rows up, or sorts them. */
const isHarmless = (step: unknown) =>
  ['derive', 'sort', 'fill'].includes(textAt(step, 'op')) ||
  (textAt(step, 'op') === 'aggregate' && own(step, 'measures') === 'all')

export interface WidgetRequest {
  readonly doc: Doc
  readonly sources: LoadContext['sources']
  readonly definition: WidgetDefinition
  readonly options: Readonly<Record<string, unknown>>
  /** Undefined until it is here: then only the query that the type itself names is known to fit its options. */
  readonly schema: JsonSchema | undefined
  /** The section that the widget is added to. */
  readonly section: string | undefined
}

type Shown = Pick<WidgetRequest, 'definition' | 'options' | 'schema'>

/** The columns of an input that the options in force name. Those that another input may have as well are left out. */
const namedOf = ({ definition, schema, options }: Shown & { readonly schema: JsonSchema }, input: string) =>
  columnsOfOptions(fieldsOf(schema), options, Object.keys(definition.data), input)

/** The steps that an input has by itself, as its options are. */
export function usualStepsOf({ schema, ...shown }: Shown, input: string): readonly unknown[] {
  const { usualSteps = [], usualStepsFor } = shown.definition.data[input] ?? {}
  if (usualStepsFor === undefined || schema === undefined) return usualSteps
  return namedOf({ ...shown, schema }, input).some(({ column }) => usualStepsFor.includes(column)) ? usualSteps : []
}

interface Candidate {
  readonly id: string
  readonly source: SourceDefinition
  readonly columns: Columns
}

/**
 * The query for an input; undefined when none fits, and the widget brings its own.
 *
 * One fits when it has every column that the input needs and that the options in force name, each with its role, when
 * its rows are all there are (no step or fixed value takes some away) and add up to the whole, and when it is asked
 * with the filters that the section itself shows. Of several:
 *
 * 1. one that asks the source which the type names, because its options were chosen for it;
 * 2. the one with most of the columns that the input uses when they are there;
 * 3. one that the section asks already: its filters are those that the reader sees there;
 * 4. the one with the fewest other dimensions, because those are rows that are only added up again;
 * 5. the first of the document.
 */
export function fittingQuery(request: WidgetRequest, input: string): string | undefined {
  const { doc, sources, definition, section } = request
  const spec = definition.data[input]
  if (spec === undefined) return undefined
  const lists = listsOf(doc)
  const near = new Set(section === undefined ? [] : queriesIn(doc, section))
  const optional = Object.keys(spec.optional ?? {})
  const rank = ({ id, source, columns }: Candidate): readonly number[] => [
    source.name === spec.usual ? 0 : 1,
    -optional.filter((column) => columns.has(column)).length,
    near.has(id) ? 0 : 1,
    [...columns].filter(([column, role]) => role === 'dim' && !isRead(spec, column)).length,
  ]
  return Object.keys(recordAt(doc, 'queries'))
    .filter((id) => !lists.has(id))
    .flatMap((id): Candidate[] => {
      const raw = own(recordAt(doc, 'queries'), id)
      const source = sources.get(textAt(raw, 'source'))
      const columns = source && wholeColumns(request, id, source, input)
      return source !== undefined &&
        columns !== undefined &&
        fits(request, input, source, columns) &&
        followsSection(request, source, raw)
        ? [{ id, source, columns }]
        : []
    })
    .map((candidate) => ({ id: candidate.id, rank: rank(candidate) }))
    .toSorted((a, b) => a.rank.map((one, at) => one - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0)[0]
    ?.id
}

const isRead = ({ columns, optional = {} }: DataInput, id: string) =>
  Object.hasOwn(columns, id) || Object.hasOwn(optional, id)

/** The columns of a query whose rows are all there are, after the steps that a new widget has; else undefined. */
function wholeColumns(
  request: WidgetRequest,
  id: string,
  source: SourceDefinition,
  input: string,
): Columns | undefined {
  const { doc, sources, schema, definition } = request
  const usual = definition.data[input]?.usual
  const raw = own(recordAt(doc, 'queries'), id)
  const steps = listAt(raw, 'transform')
  if (schema === undefined && usual !== undefined && (source.name !== usual || steps.length > 0)) return undefined
  if (!steps.every(isHarmless)) return undefined
  const isNarrowed = Object.entries(recordAt(raw, 'args')).some(
    ([name, value]) =>
      parseReference(value) === undefined && source.args[name]?.shapes !== true && value !== source.args[name]?.usual,
  )
  const start = isNarrowed ? undefined : sourceColumns(doc, sources, id)
  if (start === undefined) return undefined
  const { columns, missing } = flow(start, [...steps, ...usualStepsOf(request, input)], () => undefined)
  return missing.length > 0 ? undefined : columns
}

function fits(request: WidgetRequest, input: string, source: SourceDefinition, columns: Columns): boolean {
  const { definition, schema } = request
  const spec = definition.data[input]
  // Beside the rows only what was made for it: another question might be split in another way.
  if (spec?.required === false && source.name !== spec.usual) return false
  if (spec === undefined || Object.entries(spec.columns).some(([id, role]) => columns.get(id) !== role)) return false
  if (schema === undefined) return true
  const named = namedOf({ ...request, schema }, input)
  // Its words name columns where no check can see them: only what was made for them is known to have them.
  if (named.length === 0 && Object.keys(spec.columns).length === 0 && source.name !== spec.usual) return false
  if (named.some(({ isIn }) => !isIn(columns))) return false
  const isNamed = (id: string) => isRead(spec, id) || named.some(({ column }) => column === id)
  return (source.overlaps ?? []).every((id) => !columns.has(id) || isNamed(id))
}

/**
 * Whether a query is asked with what the section shows: its readers change that, and expect these figures to follow.
 */
const followsSection = ({ doc, section }: WidgetRequest, source: SourceDefinition, raw: unknown): boolean =>
  Object.entries(recordAt(raw, 'args')).every(([name, value]) => {
    const shown = shownPlaceOfArg(doc, source, name, section)
    return shown === undefined || value === `$${shown}`
  })

/** Queries that fill the list of a filter. */
function listsOf(doc: Doc): ReadonlySet<string> {
  const filters = [recordAt(doc, 'params'), ...sectionsOf(doc).map((section) => recordAt(section, 'declares'))]
  return new Set(filters.flatMap((params) => Object.values(params).map((one) => textAt(own(one, 'options'), 'query'))))
}

/** Queries that the widgets of a section are filled with. */
function queriesIn(doc: Doc, section: string): readonly string[] {
  const widgets = textsAt(
    sectionsOf(doc).find(({ id }) => id === section),
    'widgets',
  )
  return widgets.flatMap((id) => {
    const data = own(recordAt(doc, 'widgets')[id], 'data')
    return Object.values(isRecord(data) ? data : {}).map((one) => textAt(one, 'query'))
  })
}
