import type { Noun } from '../nouns.ts'

export const clients: Noun = {
  name: 'clients',
  noun: 'client',
  icon: 'corporate',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
