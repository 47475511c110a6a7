/** Ports of saved views and annotations of a page. */
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import type { AnnotationsApi } from '../../../api/annotations.ts'
import type { ViewsApi } from '../../../api/views.ts'

export interface ViewsPorts {
  readonly api: ViewsApi
  /** Id of the dashboard. */
  readonly dashboard: string
  /** Query string of the page now. */
  readonly search: () => string
  /** Goes to these filters. */
  readonly apply: (view: Pick<SavedView, 'search'>) => void
  /** Whether this account may share what it saves. */
  readonly mayShare: boolean
  /** Called with what was read or changed. */
  readonly onViews: (views: readonly SavedView[]) => void
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
}

export interface AnnotationsPorts {
  readonly api: AnnotationsApi
  readonly dashboard: string
  /** Those of all clients of the reader, the newest days first; null until they are there. */
  readonly all: readonly Annotation[] | null
  readonly onAll: (all: readonly Annotation[]) => void
  readonly clients: () => Promise<readonly Client[]>
  readonly say: (cause: unknown) => string
}
