import type { Noun } from '../nouns.ts'

export const installations: Noun = {
  name: 'installations',
  noun: 'installation',
  icon: 'exits',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
