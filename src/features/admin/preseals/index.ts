import type { Noun } from '../noun.ts'

export const preseals: Noun = {
  name: 'preseals',
  noun: 'preseal',
  icon: 'status',
  group: 'install',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
