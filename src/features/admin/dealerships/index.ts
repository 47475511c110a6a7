import type { Noun } from '../noun.ts'

export const dealerships: Noun = {
  name: 'dealerships',
  noun: 'dealership',
  icon: 'automotive',
  group: 'sell',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
