import type { Noun } from '../nouns.ts'

export const orders: Noun = {
  name: 'orders',
  noun: 'order',
  icon: 'sales',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
