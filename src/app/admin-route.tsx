/** The frame of the administration: its calls, who is asking and error messages, for every page below. */
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { useStore } from 'zustand'
import { adminApi } from '../api/admin.ts'
import { AdminFrame } from '../features/admin/admin-frame.tsx'
import { LeavingForms } from '../features/admin/leaving.tsx'
import { deviceKeep } from '../features/admin/site/device-keep.ts'
import { ConfirmationRegion } from '../features/admin/confirmation.tsx'
import { confirmations, confirmingClient } from './confirmations.ts'
import { errorText } from './error-text.ts'
import { unbuiltFlags } from './navigation.ts'
import { queryClient } from './queries.ts'
import { saveFile } from './save-file.ts'
import { session } from './session.ts'

const calls = adminApi(confirmingClient)
const drafts = deviceKeep()

export function AdminRoute() {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(
    () => me && { api: calls, me, unbuilt: unbuiltFlags(), say: errorText, drafts, save: saveFile },
    [me],
  )
  if (me === null || ports === null) return null
  return (
    <AdminFrame ports={ports} queries={queryClient}>
      <LeavingForms>
        <Outlet />
      </LeavingForms>
      <ConfirmationRegion
        confirmations={confirmations}
        isExternal={me.loginType === 'external'}
        confirm={calls.confirm}
        say={errorText}
      />
    </AdminFrame>
  )
}
