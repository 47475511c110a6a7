import type { Noun } from '../nouns.ts'

export const interventions: Noun = {
  name: 'interventions',
  noun: 'intervention',
  icon: 'alerts',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
