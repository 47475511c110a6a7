/** The uploads page: its calls, the words of refusals, and who is reading. */
import { isAdmin } from '#domain/access'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { uploadsApi } from '../api/uploads.ts'
import { ImportHistory } from '../features/uploads/imports/history.tsx'
import { ImportsFrame } from '../features/uploads/imports/imports-frame.tsx'
import { ManagePage } from '../features/uploads/manage-page.tsx'
import { UploadsFrame } from '../features/uploads/uploads-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { importPorts } from './imports-route.tsx'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

const calls = uploadsApi(api.client)

export function UploadsRoute() {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(() => me && { api: calls, say: errorText, isAdmin: isAdmin(me) }, [me])
  const imports = useMemo(() => me && importPorts(me), [me])
  if (ports === null || imports === null) return null
  return (
    <UploadsFrame ports={ports} queries={queryClient}>
      <ManagePage
        imports={
          <ImportsFrame ports={imports}>
            <ImportHistory isQuiet />
          </ImportsFrame>
        }
      />
    </UploadsFrame>
  )
}
