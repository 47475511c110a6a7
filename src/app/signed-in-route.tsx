/** Everything behind login: the shell around the page of the route. */
import { Outlet, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { navFor } from './navigation.ts'
import { session } from './session.ts'
import { Shell } from './shell.tsx'

export function SignedInRoute() {
  const me = useStore(session.store, (state) => state.me)
  const navigate = useNavigate()
  if (me === null) return null
  const leave = async () => {
    await session.signOut()
    await navigate('/login')
  }
  return <Shell username={me.username} entries={navFor(me)} onLogout={() => void leave()}><Outlet /></Shell>
}
