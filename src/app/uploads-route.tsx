/** The uploads page: its calls, the words of refusals, and who is reading. */
import { isAdmin } from '#domain/access'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { uploadsApi } from '../api/uploads.ts'
import { ManagePage } from '../features/uploads/manage-page.tsx'
import { UploadsFrame } from '../features/uploads/uploads-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

const calls = uploadsApi(api.client)

export function UploadsRoute() {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(() => me && { api: calls, say: errorText, isAdmin: isAdmin(me) }, [me])
  if (ports === null) return null
  return <UploadsFrame ports={ports} queries={queryClient}><ManagePage /></UploadsFrame>
}
