import type { Noun } from '../noun.ts'

export const clients: Noun = {
  name: 'clients',
  noun: 'client',
  icon: 'corporate',
  group: 'sell',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
