/** The schedule manager, below /users: for accounts with scheduleManager, all others are sent to the root. */
import { ensureTexts } from '#i18n'
import type { RouteObject } from 'react-router'
import { guarded } from '../guards.ts'

export const scheduleRoutes: RouteObject[] = [
  guarded({
    handle: {},
    lazy: async () => {
      const { ScheduleRoute } = await import('../schedule-route.tsx')
      return { Component: ScheduleRoute }
    },
    children: [
      guarded({
        path: 'management/schedule',
        handle: { flag: 'scheduleManager', title: 'schedule:title' },
        lazy: async () => {
          const [{ SchedulePage }] = await Promise.all([
            import('../../features/schedule/schedule-page.tsx'),
            ensureTexts('schedule'),
          ])
          return { Component: SchedulePage }
        },
      }),
    ],
  }),
]
