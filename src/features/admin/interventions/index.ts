import type { Noun } from '../noun.ts'

export const interventions: Noun = {
  name: 'interventions',
  noun: 'intervention',
  icon: 'alerts',
  group: 'keep',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
