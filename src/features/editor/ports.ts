/** Ports of the editor: data, texts, drafts, and the dialogs of publishing. */
import type { Clock, Compute, DashboardOptions, DashboardServices, LoadContext } from '#engine'
import type { ReactNode } from 'react'
import type { Draft, DraftPort } from './model/drafts.ts'
import type { WidgetNames } from './model/doc-edits.ts'
import type { UsualText } from './model/usual-filters.ts'
import type { PanelPorts } from './panels/ports.tsx'

/** `example.json` of a widget type: options and frames as JSON. */
export interface WidgetExample {
  readonly options: unknown
  readonly frames: Readonly<Record<string, unknown>>
}

export interface EditPorts {
  /** Widgets, sources and texts the document is checked against. */
  readonly context: LoadContext
  readonly clock: Clock
  readonly compute: Compute
  /** Everything of a running dashboard but its document, address and memory: the canvas shows live data. */
  readonly live: Omit<DashboardOptions, 'layout' | 'url' | 'storage' | 'compute' | 'clock' | 'sources' | 'apply'>
  readonly services: DashboardServices
  /** Name of a widget type, by language. */
  readonly names: WidgetNames
  /** Names of filters that a new widget adds, by language. */
  readonly usual: UsualText
  /** For the live previews of the palette. */
  readonly example: (type: string) => Promise<WidgetExample | null>
  readonly optionSchemas: PanelPorts['optionSchemas']
  readonly flagName: PanelPorts['flagName']
  /** The message of an error, in the reader's language. */
  readonly errorText: (cause: unknown) => string
}

/** The initial state of the editor. */
export interface Opened {
  /** The draft where there is one, else the published text. */
  readonly text: string
  readonly revision: number
  /** The published text, where `text` is a draft. */
  readonly base?: string
  /** Steps kept with the draft. */
  readonly undo?: string
}

/** Properties of a dialog of publishing; it shows the differences, asks for a note, sends, and on a conflict merges. */
export interface PublishSlotProps {
  /** Published text; undefined before the first time. */
  readonly base: string | undefined
  readonly mine: string
  /** Revision `mine` began with. */
  readonly revision: number
  readonly onPublished: (revision: number, text: string) => void
  /**
   * Another author published meanwhile and the work was merged with theirs: continues here, as one step that can be
   * undone.
   */
  readonly onMerged: (revision: number, theirs: string, merged: string) => void
  readonly onClose: () => void
}

/** Someone else who has the editor of the same dashboard open. */
export interface Coeditor {
  /** Username. */
  readonly name: string
  /** The reader, on another device or in another window. */
  readonly isSelf: boolean
  /** Epoch ms. */
  readonly since: number
}

/** Shown while another draft of the same user is on the server. */
export interface ConflictSlotProps {
  readonly mine: string
  /** Continues with the other draft, as one step; `published` is the text of the revision it began with. */
  readonly onAdopt: (draft: Pick<Draft, 'text' | 'baseRevision'>, published: string | undefined) => void
  /** Sends the work of this page again. */
  readonly onKeep: () => void
}

export interface EditPageProps {
  readonly ports: EditPorts
  readonly opened: Opened
  readonly draft?: DraftPort
  /** Lock shared by the tabs that edit this dashboard: one of them edits, the others are notified. */
  readonly holdName?: string
  /** Behind the dashboard's name in the window's title. */
  readonly product: string
  /** The list this page was opened from. */
  readonly backTo: string
  /** Where readers see it; undefined before it is published. */
  readonly viewPath?: string
  readonly historyPath?: string
  readonly publish: (props: PublishSlotProps) => ReactNode
  /** Undefined while the drafts of this person do not differ. */
  readonly conflict?: ((props: ConflictSlotProps) => ReactNode) | undefined
  /** Says that this page edits, and answers who else does. */
  readonly beat?: (page: string) => Promise<readonly Coeditor[]>
}
