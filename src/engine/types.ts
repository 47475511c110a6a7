/** The engine's contract with widgets, sources and the application around it. No React here except types. */
import type { ValueFormat } from '#domain/format'
import type { Basis, Places } from '#domain/basis'
import type { ComponentType } from 'react'
import type { Completeness, Passport } from '#domain/completeness'
import type { ByDay, Cell, Column, ColumnRole, Frame, Unit } from '#domain/frame'
import type { Traffic } from '#domain/traffic-kinds'
import type { Guard } from '#schemas/guard.ts'

export type { Completeness, Passport } from '#domain/completeness'

// ---------------------------------------------------------------- issues

export type Severity = 'error' | 'warning' | 'info'

/** A finding about a document. Codes are stable and documented in docs/errors.md. */
export interface Issue {
  readonly code: string
  readonly severity: Severity
  /** JSON pointer of the place, `''` is the document. */
  readonly pointer: string
  /** Character offsets in the text, when there is a text. */
  readonly range?: { readonly from: number; readonly to: number; readonly line: number; readonly column: number }
  readonly widget?: string
  /** Translation key in the namespace `issues`; English fallback in `text`. */
  readonly message: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly text: string
  /** A JSON patch (RFC 6902) that fixes it. */
  readonly fix?: readonly { op: 'add' | 'remove' | 'replace' | 'move'; path: string; value?: unknown; from?: string }[]
}

// ---------------------------------------------------------------- projections

/** How a value is written. Formatting itself lives in `#domain/format`, in the reader's language. */
export type { ValueFormat }

export interface ProjectionColumn {
  readonly id: string
  /** In the reader's language already. */
  readonly label: string
  readonly format: ValueFormat
  readonly role: ColumnRole
  readonly unit?: Unit
  /** Metric id of the registry: gives the passport its definition and the delta its direction. */
  readonly metric?: string
  /**
   * The difference of two periods, made by the widget or by the steps of its query; `delta` and `points` imply
   * it.
   */
  readonly isChange?: true
}

/** One drawn series; its numbers are the projection's column, so chart, table and file cannot differ. */
export interface Series {
  readonly id: string
  /** Projection column drawn. */
  readonly column: string
  readonly name: string
  readonly mark: 'bar' | 'line' | 'area' | 'slice'
  /** 0 = left, 1 = right. */
  readonly axis?: 0 | 1
  readonly period?: 'comparing' | 'reference'
  /** Index in the palette; the same thing has the same colour on every widget. */
  readonly tone: number
  readonly stack?: string
}

/** Everything a widget shows: drawn as chart, read as table, exported as CSV. */
export interface Projection {
  /** The basis of its changes; set by the code that has the answer. */
  readonly basis?: Basis
  /** Names of the stores that its basis leaves out, for its file. */
  readonly leftOutNames?: ReadonlyMap<number, string> | undefined
  readonly columns: readonly ProjectionColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Completeness per row, same length as `rows`; absent = all final. */
  readonly states?: readonly Completeness[]
  /**
   * Completeness per row of one column, where it differs from its row's: key = column id. A chart asks
   * `columnStates[column]?.[row] ?? states?.[row] ?? 'final'`.
   */
  readonly columnStates?: Readonly<Record<string, readonly Completeness[]>>
  /** Per column: rows of which so little did not arrive that they are drawn whole. Statements about them stay true. */
  readonly slight?: Readonly<Record<string, readonly boolean[]>>
  /** Coverage per row, 0 to 1, same length as `rows`; null where nothing was expected. Exported beside the figures. */
  readonly coverage?: readonly (number | null)[]
  readonly series?: readonly Series[]
  /** Places of rows that sum the others up. */
  readonly sumRows?: readonly number[]
  /** Column id of the category axis or row header. */
  readonly category?: string
  /** One or two sentences for a screen reader. */
  readonly summary: string
  readonly passport?: Passport
  /** Extra parts of a widget that shows several small charts: each is its own projection. */
  readonly parts?: readonly { readonly id: string; readonly title: string; readonly projection: Projection }[]
}

// ---------------------------------------------------------------- widgets

export interface DataInput {
  readonly required: boolean
  /** Columns the widget reads, with their role. */
  readonly columns: Readonly<Record<string, ColumnRole>>
  /** Columns it uses when they are there. */
  readonly optional?: Readonly<Record<string, ColumnRole>>
  /**
   * Source that fills it in a new widget, where its columns do not tell; an input that is not required is filled too
   * then.
   */
  readonly usual?: string
  /** Steps on the rows of that source in a new widget. */
  readonly usualSteps?: readonly unknown[]
  /** Columns that these steps are for: without an option in force that names one of them there are none. */
  readonly usualStepsFor?: readonly string[]
}

export type Frames = Readonly<Record<string, Frame>>

export interface PeriodBounds {
  readonly begin: string
  readonly end: string
  readonly name: string
}

/** `compared` of `asked` stores; without a comparison those in the answer. `isCompared`: two periods are. */
export interface StoreCount {
  readonly compared: number
  readonly asked: number
  readonly isCompared: boolean
  /** The units counted; stores by default. */
  readonly places?: Places
}

/** Inputs of a model besides options and frames. No clock, no store, no network. */
export interface ProjectionContext {
  readonly locale: string
  /** Looks a key up in the widget's own i18n files, then in the app's texts. */
  readonly t: (key: string, params?: Record<string, string | number>) => string
  /** Resolved parameters of the dashboard, for example `periods`. */
  readonly params: Readonly<Record<string, unknown>>
  readonly periods?: { readonly comparing: PeriodBounds; readonly reference: PeriodBounds | null }
  /** The basis of the comparison of the two periods, when the data have it. */
  readonly basis?: Basis
  /** Of how many stores the figures are, as the note about the widget says it; null where it is not known of which. */
  readonly stores?: () => StoreCount | null
  /** Names of dimension members, for example `labels.local.get(17)` = "Gran Vía". */
  readonly labels: Readonly<Record<string, ReadonlyMap<number, string>>>
}

export type Project<O> = (options: Required<O>, frames: Frames, context: ProjectionContext) => Projection

export interface WidgetViewProps<O = unknown> {
  readonly projection: Projection
  readonly options: Required<O>
  /** Inner size in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number }
  readonly context: ProjectionContext
  readonly emit: (event: string, payload: Readonly<Record<string, unknown>>) => void
  /** Where the names in its text lead; `follow` where it is on this page. */
  readonly links?: ReadonlyMap<
    string,
    { readonly href: string; readonly isOutside: boolean; readonly follow: () => void }
  >
  /** The tab that was chosen in this widget; a link has it too. */
  readonly tab?: string | undefined
  readonly onTab?: (tab: string) => void
}

/**
 * The kind of a value, for an event that gives it and a filter that takes it: the number of a local or the like,
 * another number, a text, yes or no, a day, two days in order.
 */
export const VALUE_KINDS = ['id', 'number', 'text', 'boolean', 'day', 'range'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/**
 * The value of a field of an event: a kind, or members of the column that an option names. `memberOf` is the place of
 * that option, a list of columns where the member may be of any: `category`, `levels`, `levels/0`. `isList`: several.
 * `daysOf`: the days that such members represent, from the first to the last, where they are days, weeks or months.
 */
export type EventField = ValueKind | { readonly memberOf: string; readonly isList?: true } | { readonly daysOf: string }

export interface WidgetModule<O = unknown> {
  readonly default: ComponentType<WidgetViewProps<O>>
  readonly project: Project<O>
}

/** Length of one step of a chart over time, from the shortest. */
export const GRANULARITIES = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof GRANULARITIES)[number]

/** The declaration of a widget; enough to draw one with valid options. */
export interface WidgetDeclaration<O = never> {
  readonly type: string
  readonly category: 'comparison' | 'traffic' | 'visitors' | 'table' | 'status' | 'text'
  /** Name of an icon in `#ui/icons`. */
  readonly icon: string
  /** The shape of what is coming, while it loads. Default: a table for tables, else a chart. */
  readonly skeleton?: 'chart' | 'table' | 'kpi' | 'donut'
  readonly data: Readonly<Record<string, DataInput>>
  readonly sizes: {
    readonly default: readonly [number, number]
    readonly min: readonly [number, number]
    /** Rows that all of it needs on a phone, where a document does not say its place there. Default: those of `min`. */
    readonly onPhone?: (options: Required<O>) => number
  }
  /** Options that a new widget begins with, where the defaults do not fit its usual source. */
  readonly initialOptions?: Readonly<Record<string, unknown>>
  /**
   * Options that name measures. Where a data module is off its measures are left out of them; without the last of `of`
   * the widget is hidden. Left out: the widget reads the measures of its required inputs, all of them.
   */
  readonly measures?: {
    /** A name, a list of names, or a list of objects with a name: `measure`, `measures`, `columns.column`. */
    readonly of: readonly string[]
    /**
     * Options that the widget can do without: what they are then, what they read where their value does not say it, and
     * whether they name a column in the unit of the first measure.
     */
    readonly besides?: Readonly<
      Record<string, { readonly without: unknown; readonly reads?: string; readonly isSameUnit?: true }>
    >
    /** Measures of required inputs that the widget can do without where their module is off. */
    readonly spared?: readonly string[]
  }
  /** Steps of time that its option `granularity` knows; where the document leaves it at `auto`, the reader chooses. */
  readonly granularities?: readonly Granularity[]
  /** Event name -> field of its payload -> what it holds. A field is null where a press has nothing to give. */
  readonly emits?: Readonly<Record<string, Readonly<Record<string, EventField>>>>
  /** `migrations[n]` turns options of version n+1 into n+2; the current version is `migrations.length + 1`. */
  readonly migrations: readonly ((options: Record<string, unknown>) => Record<string, unknown>)[]
  readonly load: () => Promise<WidgetModule<O>>
}

/**
 * Which of a widget's options name columns that its inputs lack. `columnsOf`: undefined for what is known with the data
 * only; these are not reported.
 */
export type MissingColumnsOf = (
  options: Readonly<Record<string, unknown>>,
  inputs: readonly string[],
  columnsOf: (input: string) => ReadonlyMap<string, 'dim' | 'measure'> | undefined,
) => readonly { readonly option: string; readonly column: string }[]

/**
 * A declaration with the guard of its options. Guards are half of the code of a dashboard, so they are apart: a page
 * whose documents were checked when it was built does without.
 */
export interface WidgetDefinition<O = never> extends WidgetDeclaration<O> {
  /** Made of the folder's options.schema.json. */
  readonly validate: Guard<O>
  /** Where the schema of the options was read. */
  readonly missingColumns?: MissingColumnsOf
}

/** Identity with types, so that a widget folder reads as a declaration. */
export function defineWidget<O>(declaration: WidgetDeclaration<O>): WidgetDeclaration<O> {
  return declaration
}

export type WidgetDeclarations = ReadonlyMap<string, WidgetDeclaration<never>>
export type WidgetRegistry = ReadonlyMap<string, WidgetDefinition<never>>

// ---------------------------------------------------------------- sources and compute

/** A frame kept where it was decoded (the page or a worker). Only `Compute` looks inside. */
export interface FrameRef {
  readonly id: string
  readonly columns: readonly Column[]
  readonly rows: number
  /** Newest hour in the data, epoch ms, when the server said so. */
  readonly asOf?: number
  /** The basis of a comparison of two periods, when it is one. */
  readonly basis?: Basis
  /** The part that an answer by the hour leaves out. */
  readonly byDay?: ByDay
  /** The kind of traffic it is of, where a client counts more than people. */
  readonly traffic?: Traffic
  /** Bytes received, for the trace. */
  readonly bytes?: number
}

export interface SourceArg {
  readonly type: 'id' | 'ids' | 'date' | 'text' | 'number'
  readonly required?: boolean
  /** It is required where the source is not asked with this other argument. */
  readonly requiredWithout?: string
  /** How to ask for a whole list without naming its members: the question need not wait for the list then. */
  readonly all?: WholeList
  /** The words that a text may be; with `isList` several of them between commas, each once. */
  readonly words?: { readonly of: readonly string[]; readonly isList?: true }
  /** It decides which columns come (`answers`), not what they are about. */
  readonly shapes?: true
  /** The value for a new query where no filter gives it. */
  readonly usual?: string | number
}

/**
 * The list a source knows by a word. A filter has to be filled with exactly this one before the word may represent "all
 * of it".
 */
export interface WholeList {
  readonly word: string
  readonly source: string
  /** Arguments of the list that must be the same as the question's. */
  readonly args: readonly string[]
  readonly transform: readonly unknown[]
  readonly hideNoData: boolean
}

export interface SourceContext {
  readonly signal: AbortSignal
  /** Steps that will be asked of the answer: where it is opened they can be taken at once, in the same trip. */
  readonly ahead?: readonly (readonly unknown[])[]
  /** Called once the answer is here and only has to be opened: the next question may set off. */
  readonly arrived?: () => void
}

/** A named data source: what a layout may ask for. A layout can name no path. */
export interface SourceDefinition {
  readonly name: string
  readonly args: Readonly<Record<string, SourceArg>>
  /** Every column there may be. */
  readonly columns: readonly Column[]
  /** Columns of an answer to these literal arguments, where arguments decide which come. */
  answers?(args: Readonly<Record<string, unknown>>): readonly Column[]
  /** Dimensions whose rows do not add up to the whole: a local may be in several groups. */
  readonly overlaps?: readonly string[]
  readonly timeoutMs: number
  readonly lane: 'widget' | 'store'
  /** Name of an `ids` argument: one call per value, merged. */
  readonly fanOut?: string
  /** How long an answer is taken for the next one, ms; an hour by default. */
  readonly freshMs?: number
  /** Seconds after which a new question to it is asked again by itself: what it answers is about now. */
  readonly refreshS?: number
  /** The maximum cost of a query, known before it is sent; for sources whose cost depends on their arguments. */
  cost?(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<SourceCost>
  load(args: Readonly<Record<string, unknown>>, context: SourceContext): Promise<FrameRef>
}

export interface SourceCost {
  /** Rows of the answer, and how many it may have. */
  readonly rows: number
  readonly maxRows: number
  /** Hours that are read, and how long that takes. */
  readonly hours: number
  readonly ms: number
  /** Whether it would be answered. */
  readonly fits: boolean
}

export type SourceRegistry = ReadonlyMap<string, SourceDefinition>

export interface StepReport {
  readonly op: string
  readonly rowsIn: number
  readonly rowsOut: number
  readonly ms: number
}

/** Runs transforms where the frames are. `inputs[0]` is the query; further inputs are named by `join` steps. */
export interface Compute {
  run(
    input: FrameRef,
    steps: readonly unknown[],
    joins: Readonly<Record<string, FrameRef>>,
    signal: AbortSignal,
  ): Promise<{ frame: Frame; steps: readonly StepReport[] }>
  merge(parts: readonly FrameRef[]): Promise<FrameRef>
  release(id: string): void
}

// ---------------------------------------------------------------- runtime state of a widget

/**
 * The drawn data. `values` are the parameters of these frames, so titles and axes never mix two filters.
 */
export interface ReadyState {
  readonly kind: 'ready'
  readonly frames: Frames
  readonly values: Readonly<Record<string, unknown>>
  /** When the oldest part was received, epoch ms. */
  readonly at: number
  /**
   * Age when delivered; for a live age take the clock minus `at`. Above one hour it is stale and a refetch is under
   * way.
   */
  readonly ageMs: number
  /** Newest hour in the data, epoch ms: the oldest of the parts. */
  readonly asOf?: number
  /** The basis of a comparison of two periods, when it is one. */
  readonly basis?: Basis
  /** The part that an answer by the hour leaves out. */
  readonly byDay?: ByDay
  /** The kind of traffic it is of, where a client counts more than people. */
  readonly traffic?: Traffic
  /** Some parts of a fan-out failed: the rest is shown, Retry asks for the failed ones only. */
  readonly partial?: { readonly failed: readonly string[]; readonly done: number; readonly total: number }
  /** Rows in and out of each transform step, per data input. */
  readonly steps?: Readonly<Record<string, readonly StepReport[]>>
}

/**
 * `previous` is what the widget showed before this transaction: it may stay on screen, dimmed, until the new frames
 * come.
 */
export type WidgetState =
  | { readonly kind: 'blocked'; readonly missing: readonly string[] }
  | { readonly kind: 'queued'; readonly position: number; readonly previous?: ReadyState }
  | {
      readonly kind: 'loading'
      readonly attempt: number
      readonly of: number
      readonly elapsedMs: number
      readonly done?: number
      readonly total?: number
      /** Set while waiting for the next try: epoch ms of that try, and why the last one failed. */
      readonly retryAt?: number
      readonly reason?: Issue
      readonly previous?: ReadyState
    }
  | ReadyState
  | {
      readonly kind: 'empty'
      readonly why: 'noRows' | 'byDay' | 'filteredOut' | 'notFound'
      readonly values?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'error'; readonly issue: Issue; readonly previous?: ReadyState }
  | {
      readonly kind: 'hidden'
      readonly rule: string
      /** Hidden because these measures belong to a data module that is off. */
      readonly muted?: readonly string[]
    }
  | { readonly kind: 'quarantined'; readonly issues: readonly Issue[] }
