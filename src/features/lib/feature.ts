/**
 * A feature as the application needs it: its pages and the frame around them. `feature.ts` of its folder says it, and
 * is one line in `src/app/features.ts`; what it loads comes with its first page.
 */
import type { AccessRule } from '#domain/access'
import type { TextArea } from '#i18n'
import type { Me } from '#schemas/generated/entities/me.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ApiClient } from '../../api/client.ts'

/** Ports of the frame of every feature. The same object while the same account reads. */
export interface PagePorts {
  readonly client: ApiClient
  /** The same, where the server may ask for the password again; `confirmation` is where it is asked for. */
  readonly confirmingClient: ApiClient
  readonly confirmation: ReactNode
  /** The reader. */
  readonly me: Me
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** Hands a file to the reader. */
  readonly save: (name: string, content: Blob) => void
  /** Lets the browser download from an address of ours. */
  readonly download: (path: string) => void
  /** YYYY-MM-DD, where the reader is. */
  readonly today: () => string
  /** False: no mail can be sent. */
  readonly mailLeaves: boolean
  /** Clients, stores and figures may be others: what was answered before is asked for again. */
  readonly onStored: () => void
}

export interface FrameProps {
  ports: PagePorts
  children: ReactNode
}

export interface FeaturePage extends AccessRule {
  /** Below /users. */
  readonly path: string
  /** Text key of its name. */
  readonly title: string
  readonly page: () => Promise<ComponentType>
}

export interface Feature {
  readonly texts: readonly TextArea[]
  readonly frame: () => Promise<ComponentType<FrameProps>>
  readonly pages: readonly FeaturePage[]
}
