/**
 * Home for the person who is signed in: the start of their day, their dashboards, and the cards of what they may open.
 */
import { hasAccess } from '#domain/access'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { Me } from '#schemas/generated/entities/me.ts'
import { useUi } from '#ui'
import { codeOf } from '#ui/page/query-state.tsx'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import { useStore } from 'zustand'
import { dashboardsApi } from '../api/dashboards.ts'
import { homeApi } from '../api/home.ts'
import { Boards } from '../features/home/boards.tsx'
import { Day } from '../features/home/day.tsx'
import { HomePage } from '../features/home/home-page.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { documentPath, COMPARE_PATH, DASHBOARDS_PATH, FIXED, sectionsFor, unbuiltFor } from './navigation.ts'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

const calls = homeApi(api.client)
const boards = dashboardsApi(api.client)
/** Alerts and devices change by the minute: shown at once as they were, and asked for again with every visit. */
const FRESH = { staleTime: 60_000 } as const

export function HomeRoute() {
  const me = useStore(session.store, (state) => state.me)
  return me === null ? null : (
    <QueryClientProvider client={queryClient}>
      <Home me={me} />
    </QueryClientProvider>
  )
}

function Home({ me }: { me: Me }) {
  const sections = sectionsFor(me).map(({ section, cards }) => ({
    id: section,
    title: `home:section.${section}`,
    cards: cards.map(({ id, path }) => ({
      id,
      title: `home:screen.${id}`,
      text: `home:text.${id}`,
      icon: AREA_ICONS[id] ?? ChartBarIcon,
      to: path,
    })),
  }))
  const expects = {
    figures: hasAccess(me, 'footCompare'),
    alerts: hasAccess(me, 'canAlerts'),
    devices: hasAccess(me, 'footStatus'),
  }
  const isAsked = expects.figures || expects.alerts || expects.devices
  const day = useQuery({
    queryKey: ['home', me.id],
    queryFn: ({ signal }) => calls.home(signal),
    enabled: isAsked,
    ...FRESH,
  })
  const { locale } = useUi()
  const dashboards = useQuery({
    queryKey: ['dashboards', 'list', locale],
    queryFn: ({ signal }) => boards.list(locale, signal),
    ...FRESH,
  })
  return (
    <HomePage
      username={me.username}
      sections={sections}
      unbuilt={unbuiltFor(me).map(({ id }) => `home:screen.${id}`)}
      onAgain={session.refresh}
      onLogout={() => void session.leave()}
      boards={
        <Boards
          dashboards={dashboards.data ?? []}
          me={me.id}
          hrefOf={({ id, builtIn, provisioned }) =>
            builtIn && !provisioned ? documentPath(id) : `/users/dashboards/view/${id}`
          }
          allHref={DASHBOARDS_PATH}
        />
      }
      day={
        isAsked && (
          <Day
            home={day.data}
            failure={
              day.data === undefined && day.error !== null
                ? { text: errorText(day.error), code: codeOf(day.error) }
                : null
            }
            onAgain={() => void day.refetch()}
            isAsking={day.isFetching}
            expects={expects}
            compareHref={(client, local) =>
              `${COMPARE_PATH}?client=${client}${local === undefined ? '' : `&locals=${local}`}`
            }
            alertsHref="/users/alerts/manage?tab=history"
            statusHref={`${FIXED}/foot-status`}
            importHref={hasAccess(me, 'canUpload') ? '/users/uploads/import' : undefined}
          />
        )
      }
    />
  )
}
