import type { Noun } from '../noun.ts'

export const orders: Noun = {
  name: 'orders',
  noun: 'order',
  icon: 'sales',
  group: 'sell',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
