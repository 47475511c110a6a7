/** Home for the person who is signed in. */
import { useStore } from 'zustand'
import { HomePage } from '../features/home/home-page.tsx'
import { cardsFor } from './navigation.ts'
import { session } from './session.ts'

export function HomeRoute() {
  const me = useStore(session.store, (state) => state.me)
  return me === null ? null : <HomePage name={me.username} cards={cardsFor(me)} />
}
