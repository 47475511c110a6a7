/** The state of a running dashboard: plain data in one vanilla store, drawn by `../react`. */
import type { Frame } from '#domain/frame'
import type { Param } from '#schemas/generated/layout.ts'
import type { Granularity, Issue, StepReport, WidgetState } from '../../types.ts'
import type { Reason } from './why.ts'
import type { GridMap, GridSize, ParamKey, QueryKey, RepeatModel } from '../document/model.ts'

export type ParamStatus = 'unset' | 'pending' | 'set' | 'flagged' | 'failed'
export type ParamOrigin = 'url' | 'persisted' | 'default' | 'user' | 'reset'

/** A parameter as its control sees it. */
export interface ParamView {
  readonly key: ParamKey
  readonly type: Param['type']
  /** In the reader's language. */
  readonly label: string
  readonly state: ParamStatus
  /** The value to send. For `flagged` the values that no option has are in `missing`, never here. */
  readonly value: unknown
  /** The value in the control: the edit that waits for Apply, else `value`. */
  readonly draft: unknown
  readonly origin: ParamOrigin
  /** Chosen values that are not among the options: shown struck through, never sent. */
  readonly missing: readonly (string | number)[]
  /** Rows of the list, venue rules applied; columns as `optionColumns` says. */
  readonly options?: Frame
  readonly optionColumns?: { readonly value: string; readonly label: string }
  /** Why its list could not be loaded; `retryParam` tries again. */
  readonly issue?: Issue
  /** Lists to choose a place in, labels in the reader's language. */
  readonly prefixes?: Readonly<
    Record<
      string,
      {
        readonly label: string
        readonly entries: readonly { readonly label: string; readonly value: string | number }[]
      }
    >
  >
  /** For a list written in the layout. */
  readonly choices?: readonly { readonly value: string | number; readonly label: string }[]
  /** Empty it holds nothing back. */
  readonly mayBeEmpty?: true
  /** Only what the answers have is offered. */
  readonly offers?: 'traffic'
  /** Properties for the control of its kind only; the kind has their type. */
  readonly own?: unknown
  readonly min?: number
  readonly max?: number
}

export interface SectionView {
  readonly id: string
  readonly title: string
  readonly sticky: boolean
  /** The tab it belongs to; without one it is on every tab. */
  readonly tab?: string
  /** Whether it is open, where readers may collapse it. */
  readonly collapse?: 'open' | 'closed'
  /** The value it is repeated for. */
  readonly repeat?: RepeatModel
  /** Not on show: nothing in it runs. */
  readonly isAway: boolean
  readonly params: readonly ParamKey[]
  readonly widgets: readonly string[]
  /** Required parameters that are not set: the section's widgets are blocked. */
  readonly missing: readonly ParamKey[]
}

export type Decision = 'skip' | 'clear' | 'enqueue' | 'blocked' | 'wait'

export interface QueryTrace {
  readonly query: QueryKey
  readonly decision: Decision
  /** A sentence in English: `same arguments`, `client changed`, `client is not set` … */
  readonly why: string
  /** The same for translation. */
  readonly reason: Reason
  readonly key?: string
  /** Filled in when it settled. */
  readonly outcome?: {
    readonly from: 'network' | 'cache' | 'stale cache' | 'joined'
    readonly kind: 'done' | 'partial' | 'notFound' | 'failed' | 'superseded'
    readonly attempts: number
    readonly ms: number
    readonly rows?: number
    readonly bytes?: number
  }
}

export type Cause =
  | { readonly kind: 'load' }
  | { readonly kind: 'edit' | 'apply' | 'url'; readonly params: readonly ParamKey[] }
  | { readonly kind: 'emit'; readonly widget: string; readonly event: string; readonly params: readonly ParamKey[] }
  | { readonly kind: 'show'; readonly tab: string }
  | { readonly kind: 'fold'; readonly section: string }
  | { readonly kind: 'full'; readonly widget: string }
  | { readonly kind: 'size'; readonly size: GridSize }
  | { readonly kind: 'list'; readonly query: QueryKey }
  | { readonly kind: 'refresh'; readonly queries: readonly QueryKey[] }
  | { readonly kind: 'retry'; readonly target: string }

export interface ParamChange {
  readonly param: ParamKey
  readonly from: unknown
  readonly to: unknown
  readonly state: ParamStatus
  readonly why: string
}

/** One per transaction: the debug panel, the test oracle and the "why" popover read the same record. */
export interface TraceRecord {
  readonly id: number
  /** Epoch ms. */
  readonly at: number
  readonly cause: Cause
  readonly changed: readonly ParamChange[]
  readonly queries: readonly QueryTrace[]
  /** Widget -> data input -> steps with rows in and out. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, readonly StepReport[]>>>>
  /** Set when nothing it started is still running. */
  readonly settledMs?: number
}

/** A widget's place and texts, fixed for the life of a dashboard. */
export interface WidgetInfo {
  readonly id: string
  readonly type: string
  /** In the reader's language. */
  readonly title: string
  readonly section: string | undefined
}

/** The widget that fills the page; of one that repeats, perhaps the copy of one value. */
export interface Full {
  readonly widget: string
  readonly value?: string
}

export interface DashboardState {
  readonly title: string
  readonly params: Readonly<Record<ParamKey, ParamView>>
  readonly widgets: Readonly<Record<string, WidgetState>>
  readonly sections: readonly SectionView[]
  /** The document's tabs in the reader's language; none where the page is one. */
  readonly pages: readonly { readonly id: string; readonly title: string }[]
  /** The one on show. */
  readonly page: string | undefined
  /** The widget that fills the page. */
  readonly full: Full | undefined
  /** Steps of charts that leave them open, where the reader chose them. */
  readonly granularity: Granularity | undefined
  /** Things the reader should know: ignored URL values, reset filters. Never repeated for the same place. */
  readonly notices: readonly Issue[]
  /** Newest last; the latest 50. */
  readonly trace: readonly TraceRecord[]
  /** All three sizes complete, sections apart: `grids.large.traffic.kpi`. Coordinates count from the section's top. */
  readonly grids: Readonly<Record<GridSize, Readonly<Record<string, GridMap>>>>
  /** Names of dimension members from the lists of the parameters: `labels.local.get(17)`. */
  readonly labels: Readonly<Record<string, ReadonlyMap<number, string>>>
  /** Widget -> the tab that was chosen in it. */
  readonly tabs: Readonly<Record<string, string>>
  /** It is about to be printed, or is a report: nothing waits for being scrolled to. */
  readonly isForPaper: boolean
  /** Edits wait for Apply. */
  readonly dirty: boolean
  /** A query of the current transaction is queued or running. */
  readonly busy: boolean
}
