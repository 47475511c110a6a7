/** The import pages: their calls, the words of refusals, who is reading, and where a file goes. */
import { hasAccess, isAdmin } from '#domain/access'
import type { Me } from '#schemas/generated/entities/me.ts'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { importsApi } from '../api/imports.ts'
import { ImportPage } from '../features/uploads/imports/import-page.tsx'
import { type Imports, ImportsFrame } from '../features/uploads/imports/imports-frame.tsx'
import { api, tellWritten } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'
import { saveFile } from './save-file.ts'
import { session } from './session.ts'

const calls = importsApi(api.client)

/** A client and its stores may be there now, and figures are others: lists are asked for again, and dashboards too. */
function onStored(): void {
  tellWritten()
  void queryClient.invalidateQueries()
}

/** What the import pages and the list of imports beside the uploads are given. */
export const importPorts = (me: Me): Imports => ({
  api: calls,
  say: errorText,
  isAdmin: isAdmin(me),
  mayCompare: hasAccess(me, 'footCompare'),
  maySee: (meaning) => hasAccess(me, meaning === 'monthly' ? 'hasAutomotiveTendency' : 'hasRenfeDash'),
  mayOccupancy: hasAccess(me, 'occupancyDashboard'),
  save: saveFile,
  onStored,
})

export function ImportRoute() {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(() => me && importPorts(me), [me])
  if (ports === null) return null
  return (
    <ImportsFrame ports={ports} queries={queryClient}>
      <ImportPage />
    </ImportsFrame>
  )
}
