/**
 * A widget as its reference describes it: from its definition, its schema and its English texts. Used by the page in
 * the workshop and by docs/widgets.md.
 */
import type { EventField, SourceRegistry, WidgetDeclaration } from '#engine/types'
import { STATE_STORIES } from '../../widgets/lib/states.ts'
import { type OptionRow, optionRows, type OptionsSchema } from './options.ts'

export interface InputColumn {
  readonly id: string
  readonly role: 'dim' | 'measure'
  readonly isRequired: boolean
}

export interface InputReference {
  readonly name: string
  readonly isRequired: boolean
  readonly columns: readonly InputColumn[]
  /** Sources that have every required column; undefined where any columns will do, because the options name them. */
  readonly sources: readonly string[] | undefined
}

export interface WidgetReference {
  readonly type: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly version: number
  /** Columns and rows of the grid. */
  readonly sizes: WidgetDeclaration['sizes']
  readonly inputs: readonly InputReference[]
  readonly emits: readonly { readonly event: string; readonly fields: Readonly<Record<string, EventField>> }[]
  readonly options: readonly OptionRow[]
  readonly states: readonly { readonly state: string; readonly stories: readonly string[] }[]
}

export interface WidgetTexts {
  readonly name: string
  readonly description: string
}

/** The reference of a widget without its view. */
export function widgetReference(
  definition: WidgetDeclaration<never>,
  schema: OptionsSchema,
  { name, description }: WidgetTexts,
  sources: SourceRegistry,
): WidgetReference {
  const { type, category, migrations, sizes, data, emits = {} } = definition
  return {
    type,
    name,
    description,
    category,
    version: migrations.length + 1,
    sizes,
    inputs: Object.entries(data).map(([input, { required, columns, optional = {} }]) => ({
      name: input,
      isRequired: required,
      sources: feeding(columns, sources),
      columns: [...columnsOf(columns, true), ...columnsOf(optional, false)],
    })),
    emits: Object.entries(emits).map(([event, fields]) => ({ event, fields })),
    options: optionRows(schema),
    states: Object.entries(STATE_STORIES).map(([state, stories]) => ({ state, stories })),
  }
}

const columnsOf = (columns: Readonly<Record<string, 'dim' | 'measure'>>, isRequired: boolean): InputColumn[] =>
  Object.entries(columns).map(([id, role]) => ({ id, role, isRequired }))

function feeding(
  columns: Readonly<Record<string, 'dim' | 'measure'>>,
  sources: SourceRegistry,
): readonly string[] | undefined {
  const wanted = Object.entries(columns)
  if (wanted.length === 0) return undefined
  return [...sources.values()]
    .filter((source) =>
      wanted.every(([id, role]) => source.columns.some((column) => column.id === id && column.role === role)),
    )
    .map(({ name }) => name)
}

/** The meaning of a state, for authors of widgets. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  blocked: 'A filter it needs is not set; the frame names it and leads there.',
  queued: 'It waits for one of the five places.',
  loading: 'On its way: attempts, stores done; with figures of before, these stay on show, dimmed.',
  ready: 'Drawn; partial names the stores that failed.',
  empty: 'The answer has no rows, or the filters left none.',
  error: 'It failed after its retries; the frame says why and offers Retry.',
  quarantined: 'The document is wrong here; the frame lists the issues and nothing is asked.',
  hidden:
    'Its rule `show` does not hold, and nothing is asked; or its answer came without the measures it needs, because ' +
    'their data module is off (`muted`). Nothing is drawn.',
}
