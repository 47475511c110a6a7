/** The schedule manager: for accounts with scheduleManager. */
import type { Feature } from '../lib/feature.ts'

export const schedule: Feature = {
  texts: ['schedule'],
  frame: async () => (await import('./schedule-frame.tsx')).Frame,
  pages: [
    {
      path: 'management/schedule',
      flag: 'scheduleManager',
      title: 'schedule:title',
      page: async () => (await import('./schedule-page.tsx')).SchedulePage,
    },
  ],
}
