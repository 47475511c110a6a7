/** What a drawn dashboard needs from the application around it, handed down once. */
import type { Exported } from '#domain/file-name'
import { createContext, use } from 'react'
import type { ComponentType, ReactElement } from 'react'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import type { ParamView } from '../core/params/state.ts'
import type { Issue, Projection } from '../types.ts'

export interface ControlProps {
  readonly param: ParamView
  /** `typing` replaces the history entry, `commit` pushes one. */
  readonly onChange: (value: unknown, gesture?: 'typing' | 'commit') => void
  readonly onRetry: () => void
}

/** What the application adds to the menu of every widget: it opens over the page. */
export interface WidgetAction {
  readonly id: string
  /** In the reader's language. */
  readonly label: string
  readonly icon: ReactElement
  /** Widgets that it is of no use for do without. */
  readonly fits?: (dashboard: Dashboard, widget: string) => boolean
  /** What opens; its code comes when it is chosen. */
  readonly Dialog: ComponentType<WidgetDialogProps>
}

export interface WidgetDialogProps {
  readonly dashboard: Dashboard
  /** Its id. */
  readonly widget: string
  /** What it is called on the page. */
  readonly title: string
  /** What it shows now; null while it shows nothing. */
  readonly projection?: Projection | null
  readonly onClose: () => void
}

export interface DashboardServices {
  /** Controls by kind that the application brings; the others are those of `./kinds`. */
  readonly controls: Partial<Record<ParamView['type'], ComponentType<ControlProps>>>
  /** Texts of a widget type in the reader's language: its own files first, then the application's. */
  readonly widgetText: (type: string) => (key: string, params?: Record<string, string | number>) => string
  /** The sentence of an issue in the reader's language. */
  readonly issueText: (issue: Issue) => string
  /** Writes a projection as CSV off the main thread and saves it. Rejects with a sentence. */
  readonly exportCsv: (what: Exported, projection: Projection) => Promise<void>
  readonly savePng: (what: Exported, from: HTMLElement) => void
  /** What the menus of widgets have besides. */
  readonly widgetActions?: readonly WidgetAction[]
  /** Goes to another page of the product; left out: as a link of the browser. */
  readonly openPath?: (path: string) => void
  /** Whether notes about widgets end with the query trace, for developers; asked when a note opens. */
  readonly showsTrace?: () => boolean
  /** An error that a widget threw while drawing; shown in its place, reported once. */
  readonly onCrash?: (widget: string, cause: unknown) => void
}

export interface DashboardScope {
  readonly dashboard: Dashboard
  readonly services: DashboardServices
}

/** Watches which widgets are on screen: an element of a widget from when it is drawn until it goes. */
export type Watch = (element: HTMLElement) => () => void
export const WatchContext = createContext<Watch>(() => () => undefined)

export const DashboardContext = createContext<DashboardScope | null>(null)

/** The dashboard and services around this component. Throws outside a `DashboardView`. */
export function useDashboard(): DashboardScope {
  const scope = use(DashboardContext)
  if (scope === null) throw new Error('useDashboard: no DashboardView above this component')
  return scope
}
