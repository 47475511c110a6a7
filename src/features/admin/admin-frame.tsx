/** What every page of the administration needs: its calls, who is asking, and the words of a refusal. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { AdminApi } from '../../api/admin.ts'

export interface Admin {
  readonly api: AdminApi
  /** Who is asking: nobody disables, demotes or removes their own account. */
  readonly me: { readonly id: number }
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** Hands a file to the reader. */
  readonly save: (name: string, content: Blob) => void
}

const AdminContext = createContext<Admin | null>(null)

/** Throws outside an `AdminFrame`. */
export function useAdmin(): Admin {
  const admin = use(AdminContext)
  if (admin === null) throw new Error('This page stands outside the administration: there is no AdminFrame around it.')
  return admin
}

export interface AdminFrameProps extends Admin { queries: QueryClient; children: ReactNode }

export function AdminFrame({ api, me, say, save, queries, children }: AdminFrameProps) {
  const admin = useMemo(() => ({ api, me, say, save }), [api, me, say, save])
  return <QueryClientProvider client={queries}><AdminContext value={admin}>{children}</AdminContext></QueryClientProvider>
}
