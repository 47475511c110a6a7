/** Home for the person who is signed in. */
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import { useStore } from 'zustand'
import { HomePage } from '../features/home/home-page.tsx'
import { sectionsFor } from './navigation.ts'
import { session } from './session.ts'

export function HomeRoute() {
  const me = useStore(session.store, (state) => state.me)
  if (me === null) return null
  const sections = sectionsFor(me).map(({ section, cards }) => ({
    id: section, title: `home:section.${section}`,
    cards: cards.map(({ id, path }) => ({ id, title: `home:screen.${id}`, text: `home:text.${id}`, icon: AREA_ICONS[id] ?? ChartBarIcon, to: path })),
  }))
  return <HomePage username={me.username} sections={sections} onAgain={session.refresh} onLogout={() => void session.leave()} />
}
