import type { Noun } from '../noun.ts'

export const discharges: Noun = {
  name: 'discharges',
  noun: 'clientDischarge',
  icon: 'uploads',
  group: 'install',
  card: 'card',

  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
