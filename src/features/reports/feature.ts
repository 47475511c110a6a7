/** The scheduled reports of the reader. */
import type { Feature } from '../lib/feature.ts'

export const reports: Feature = {
  texts: ['reports'],
  frame: async () => (await import('./reports-frame.tsx')).Frame,
  pages: [
    { path: 'reports', title: 'home:menu.reports', page: async () => (await import('./list-page.tsx')).ReportsPage },
  ],
}
