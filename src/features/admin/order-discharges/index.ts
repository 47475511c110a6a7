import type { Noun } from '../noun.ts'

export const orderDischarges: Noun = {
  name: 'order-discharges',
  noun: 'orderDischarge',
  icon: 'uploads',
  group: 'install',
  partOf: 'discharges',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
