import type { Noun } from '../nouns.ts'

export const locals: Noun = {
  name: 'locals',
  noun: 'local',
  icon: 'bigVenues',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
