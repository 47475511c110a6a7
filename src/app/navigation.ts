/** What a person may open, as data: the menu, the home cards and the guards ask the same rule (`#domain/access`). */
import { type AccessFlag, type Account, hasAccess } from '#domain/access'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import type { HomeCard } from '../features/home/home-page.tsx'
import type { NavEntry } from './shell.tsx'

export const COMPARE_PATH = '/users/foot/dashboards/view/foot-compare'

interface Destination { readonly flag: AccessFlag; readonly nav: NavEntry; readonly card: HomeCard }

const DESTINATIONS: readonly Destination[] = [
  {
    flag: 'footCompare',
    nav: { to: COMPARE_PATH, label: 'app:nav.compare' },
    card: { id: 'compare', section: 'app:home.retail', title: 'app:home.compare', text: 'app:home.compareText', icon: ChartBarIcon, to: COMPARE_PATH },
  },
]

const open = (me: Account) => DESTINATIONS.filter(({ flag }) => hasAccess(me, flag))
export const navFor = (me: Account): NavEntry[] => open(me).map(({ nav }) => nav)
export const cardsFor = (me: Account): HomeCard[] => open(me).map(({ card }) => card)
