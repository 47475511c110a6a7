/**
 * What a dashboard needs from outside and what it offers. Everything that is time, chance, network or browser is
 * injected.
 */
import type { Frame } from '#domain/frame'
import type { StoreApi } from 'zustand/vanilla'
import type { Compute, Granularity, Issue, SourceRegistry } from '../../types.ts'
import type { Answers } from './answers.ts'
import type { AskedInput } from './asked.ts'
import type { Impact } from '../graph/impact.ts'
import type { GridSize, LayoutModel, ParamKey } from '../document/model.ts'
import type { Clock, ResolvePeriods, StoragePort, UrlPort, VisibilityPort } from '../params/ports.ts'
import type { ShownStates } from '../graph/shown.ts'
import type { DashboardState, Full, WidgetInfo } from '../params/state.ts'
import type { Linked } from './links.ts'
import type { ShownLayout } from '../graph/load-checked.ts'

export interface DashboardUser {
  readonly id: string
  readonly admin: boolean
}

export interface DashboardOptions {
  readonly layout: ShownLayout
  readonly sources: SourceRegistry
  readonly compute: Compute
  readonly clock: Clock
  /** 0 to 1, for the jitter of retries. */
  readonly random: () => number
  readonly user: DashboardUser
  readonly locale: string
  /** Texts of the application, for `t:` keys the layout lacks; undefined when there is none. */
  readonly text?: (key: string) => string | undefined
  readonly url?: UrlPort
  readonly storage?: StoragePort
  /** Nothing is asked again by itself while the page is hidden; without it the page is always on show. */
  readonly visibility?: VisibilityPort
  /** Today in the client's zone, YYYY-MM-DD. */
  readonly today: () => string
  readonly resolvePeriods: ResolvePeriods
  /** Overrides the layout's `apply` (the preference "Auto filter results?"). */
  readonly apply?: 'auto' | 'manual'
  /** Collects the edits of one tick; `queueMicrotask` by default. */
  readonly tick?: (run: () => void) => void
  /** 401: everything was cancelled; leave to login. */
  readonly onUnauthorized?: () => void
  /**
   * Answers of this session, shared by its dashboards; without them a dashboard keeps its own, and they end with it.
   */
  readonly answers?: Answers
  /** What was chosen when a report was made, taken word for word; it wins over address and storage. */
  readonly given?: Readonly<Record<ParamKey, unknown>>
  /** Nothing is away, and no tab is open: for reports, which have all of it. */
  readonly whole?: boolean
  /** Of `whole`, one widget alone: nothing else asks, nor do filters that it does not need. */
  readonly only?: string | undefined
  /** No section is collapsed: for an editor, which shows all of a tab. */
  readonly unfolded?: boolean
  /** Size of the page at first; large where nothing is said. */
  readonly size?: GridSize
  /**
   * The dashboard this one takes over from, after its document was edited: what was chosen stays chosen, what was asked
   * is not asked again, and what is drawn of the same question stays drawn. Both may go on; what they share ends with
   * the last of them.
   */
  readonly from?: Dashboard
}

export interface SetOptions {
  /** `typing` replaces the history entry, `commit` (default) pushes one. */
  readonly gesture?: 'typing' | 'commit'
}

export interface Dashboard {
  readonly store: StoreApi<DashboardState>
  /** `store.widgets` as it is drawn: a wait shows only when it lasts. */
  readonly shown: StoreApi<ShownStates>
  readonly model: LayoutModel
  readonly issues: readonly Issue[]
  readonly widgets: Readonly<Record<string, WidgetInfo>>
  /** A text of the document in the reader's language: a literal, or what `t:key` leads to. */
  text(raw: string): string
  setParam(param: ParamKey, value: unknown, options?: SetOptions): void
  setMany(values: Readonly<Record<ParamKey, unknown>>, options?: SetOptions): void
  /** Sends the edits that wait (`apply: manual`). */
  apply(): void
  /** Drops the edits that wait. */
  discard(): void
  /** Chooses one of the lists of a filter of places, and goes to that list's default. */
  setPrefix(param: ParamKey, prefix: string): void
  /**
   * Chooses an entry by its place; every parameter of the same `align` group moves to the same place of its own list.
   */
  setRelative(param: ParamKey, index: number): void
  /** Asks again for what failed in this widget; the good parts of a partial answer are kept. */
  retry(widget: string): void
  /** Asks again for a parameter's list. */
  retryParam(param: ParamKey): void
  /**
   * The answer of another source to the question of this page's queries; null where none of them has its arguments, or
   * one is empty.
   */
  beside(source: string, signal: AbortSignal): Promise<Frame | null>
  /** The questions behind a widget, with their answers and steps as they are now. Asks nothing. */
  asked(widget: string): readonly AskedInput[]
  /** Refetches all shown figures, of any age. */
  refresh(): void
  /** Which widgets are on screen, in any order; the rest waits behind them. */
  setVisible(widgets: readonly string[]): void
  /** Print and export: nothing counts as offscreen any more. The answer resolves when every query is settled. */
  promoteAll(): Promise<void>
  /**
   * The most that a change of these filters would ask for; without filters, what the edits that wait for Apply will
   * ask. Asks nothing itself.
   */
  impact(params?: readonly ParamKey[]): Impact
  emit(widget: string, event: string, payload: Readonly<Record<string, unknown>>): void
  /** Opens a tab of the page: what it shows is asked, what the other asked is dropped. */
  openPage(tab: string): void
  /** Where a link of a widget leads now; null where it has none of that name. */
  link(widget: string, name: string, payload?: Readonly<Record<string, unknown>>): Linked | null
  /** Follows a link that leads to this page: another tab of it, other values of its filters. */
  follow(here: NonNullable<Linked['here']>): void
  /** Collapses a section that can be, or opens it. */
  fold(section: string, isFolded: boolean): void
  /** Lets one widget fill the page; what it takes the place of asks nothing meanwhile. Null: the whole page again. */
  showFull(full: Full | null): void
  /** Steps of the charts that leave them open; null: as each decides itself. Asks nothing. */
  setGranularity(granularity: Granularity | null): void
  /** The page has another size: widgets that it leaves out ask nothing. */
  setSize(size: GridSize): void
  /** Opens a tab inside a widget: part of what is seen, so it is in the address. */
  openTab(widget: string, tab: string): void
  dismissNotice(index: number): void
  /** Texts in another language, without a refetch. */
  setLocale(locale: string): void
  /** Stops every request and timer. */
  dispose(): void
}
