import type { Noun } from '../noun.ts'

export const locals: Noun = {
  name: 'locals',
  noun: 'local',
  icon: 'bigVenues',
  group: 'sell',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
