/** Ports of public links. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Language } from '#schemas/generated/entities/language.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ReactNode } from 'react'
import type { PublicLinksApi } from '../../api/public-links.ts'

export interface LinkPorts {
  readonly api: PublicLinksApi
  readonly clients: () => Promise<readonly Client[]>
  readonly locals: (client: number) => Promise<readonly Local[]>
  readonly lang: () => Language
  readonly now: () => number
  /** The whole address of a link. */
  readonly linkOf: (made: { readonly slug: string; readonly token: string }) => string
  readonly say: (cause: unknown) => string
  /** Where the password is asked for again. */
  readonly confirmation: ReactNode
}
