import type { Noun } from '../noun.ts'

export const installations: Noun = {
  name: 'installations',
  noun: 'installation',
  icon: 'exits',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
