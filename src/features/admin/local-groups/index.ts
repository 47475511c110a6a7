import type { Noun } from '../noun.ts'

export const localGroups: Noun = {
  name: 'local-groups',
  noun: 'localGroup',
  icon: 'admin',
  group: 'sell',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
