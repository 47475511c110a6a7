/** Ports of every page of the administration: its calls, the signed-in account, and error messages. */
import type { AccessFlag } from '#domain/access'
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { AdminApi } from '../../api/admin.ts'
import type { Keep } from './site/draft.ts'

export interface Admin {
  readonly api: AdminApi
  /** The signed-in account: it cannot disable, demote or remove itself. */
  readonly me: { readonly id: number }
  /** Flags whose screens are not built yet. */
  readonly unbuilt: ReadonlySet<AccessFlag>
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** Where what is entered on site is kept until the server has it; left out: in memory. */
  readonly drafts?: Keep
  /** Hands a file to the reader. */
  readonly save: (name: string, content: Blob) => void
}

export const [AdminFrame, useAdmin] = featureFrame<Admin>('AdminFrame')
