/** The frame of the administration: its calls, who is asking and the words of refusals, for every page below. */
import { Outlet } from 'react-router'
import { useStore } from 'zustand'
import { adminApi } from '../api/admin.ts'
import { AdminFrame } from '../features/admin/admin-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

const calls = adminApi(api.client)

export function AdminRoute() {
  const me = useStore(session.store, (state) => state.me)
  return me === null ? null : <AdminFrame api={calls} me={me} say={errorText} queries={queryClient}><Outlet /></AdminFrame>
}
