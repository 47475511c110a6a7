/**
 * A layout after the pipeline: every id looked up, every default filled in. What was wrong is carried beside it,
 * untouched.
 */
import type { SourceDefinition, WidgetDeclaration, Issue } from '../../types.ts'
import type { GridItem, Grids, Param, Section, Widget } from '#schemas/generated/layout.ts'

export type { GridItem } from '#schemas/generated/layout.ts'

export const SIZES = ['large', 'medium', 'small'] as const
export type GridSize = (typeof SIZES)[number]

/** `client`, or `traffic/lastDays` for a parameter that the section `traffic` declares for itself. */
export type ParamKey = string
/** `main`, or `traffic/main` where a section's own parameter makes it another question. */
export type QueryKey = string

export interface Reference {
  readonly param: string
  readonly path: readonly string[]
}

export interface ParamModel {
  readonly key: ParamKey
  readonly id: string
  /** Section that declares it; absent for the layout's own. */
  readonly section?: string
  readonly definition: Param
  /** Query that fills its list. */
  readonly optionsQuery?: QueryKey
}

/** `all`: the word that represents the filter's whole list, where the source has one for that very list. */
export type ArgValue =
  | {
      readonly ref: { readonly param: ParamKey; readonly path: readonly string[] }
      readonly all?: string
      /** Left out while the filter is empty. */
      readonly mayBeEmpty?: true
    }
  | { readonly literal: unknown }

export interface QueryModel {
  readonly key: QueryKey
  readonly id: string
  readonly source: SourceDefinition
  readonly args: Readonly<Record<string, ArgValue>>
  readonly transform: readonly unknown[]
  /** Asked again by itself so long after each answer, ms. */
  readonly refreshMs?: number
  /** Parameters its arguments refer to. */
  readonly params: readonly ParamKey[]
}

export interface DataModel {
  readonly query: QueryKey
  /** The query's steps, then the widget's own. */
  readonly steps: readonly unknown[]
  /** Queries joined by a step: name in the step -> query. */
  readonly joins: Readonly<Record<string, QueryKey>>
  /** Filters that a step refers to, by the name written in it. */
  readonly params: Readonly<Record<string, ParamKey>>
}

/** Rows of the values that a widget repeats for, where a query gives them; no input can be called so. */
export const REPEAT_INPUT = '(repeat)'

export interface RepeatModel {
  readonly by:
    | { readonly param: ParamKey }
    | { readonly query: QueryKey; readonly value: string; readonly label: string }
  /** Column of the data that holds the value. */
  readonly column: string
  readonly most: number
}

export interface ShowRule {
  readonly text: string
  readonly ref: { readonly param: ParamKey; readonly path: readonly string[] }
  readonly when: NonNullable<Widget['show']>['when']
}

export interface EmitRule {
  readonly param: ParamKey
  readonly path: readonly string[]
  /** Field of the event, or a fixed value. */
  readonly to: { readonly field: string } | { readonly literal: unknown }
}

export type LinkTarget =
  | { readonly tab: string }
  | { readonly dashboard: string; readonly tab?: string }
  | { readonly page: string }
  | { readonly address: string }

export interface LinkModel {
  readonly to: LinkTarget
  /** Filter of this page, or key of the other address -> where its value is from. */
  readonly params: Readonly<Record<string, LinkValue>>
}

export type LinkValue =
  | { readonly ref: { readonly param: ParamKey; readonly path: readonly string[] } }
  | { readonly field: string }
  | { readonly literal: unknown }

export interface LiveWidget {
  readonly kind: 'live'
  readonly id: string
  readonly type: string
  readonly title: string | undefined
  readonly definition: WidgetDeclaration
  /** Defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, DataModel>>
  readonly emits: Readonly<Record<string, EmitRule>>
  /** `title`, an event, or a name in its text -> where it leads. */
  readonly links: Readonly<Record<string, LinkModel>>
  readonly show?: ShowRule
  /** Sizes of page that show it; all by default. */
  readonly sizes?: readonly GridSize[]
  /** Its own; that of its section is in the section. */
  readonly repeat?: RepeatModel
  readonly section: string | undefined
}

export interface QuarantinedWidget {
  readonly kind: 'quarantined'
  readonly id: string
  readonly type: string | undefined
  readonly title: string | undefined
  readonly raw: unknown
  readonly issues: readonly Issue[]
  readonly section: string | undefined
}

export type WidgetModel = LiveWidget | QuarantinedWidget

export interface TabModel {
  readonly id: string
  readonly title: string
}

export interface SectionModel {
  readonly id: string
  /** The tab it belongs to; without one it is on every tab. */
  readonly tab?: string
  /** How it begins, where readers may collapse it. */
  readonly collapse?: 'open' | 'closed'
  readonly repeat?: RepeatModel
  readonly definition: Section
  /** Controls shown in this section. */
  readonly params: readonly ParamKey[]
  readonly requires: readonly ParamKey[]
  readonly widgets: readonly string[]
}

export interface LayoutModel {
  readonly id: string
  readonly revision: number
  readonly name: string
  readonly access: readonly string[]
  readonly apply: 'auto' | 'manual'
  readonly i18n: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly params: ReadonlyMap<ParamKey, ParamModel>
  readonly queries: ReadonlyMap<QueryKey, QueryModel>
  readonly widgets: ReadonlyMap<string, WidgetModel>
  /** From left to right; none where the page is one. */
  readonly tabs: readonly TabModel[]
  readonly sections: readonly SectionModel[]
  /** As written; `grids.ts` completes them. */
  readonly grids: Grids
}

export type GridMap = Readonly<Record<string, GridItem>>
