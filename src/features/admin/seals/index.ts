import type { Noun } from '../noun.ts'

export const seals: Noun = {
  name: 'seals',
  noun: 'seal',
  icon: 'admin',
  group: 'install',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
