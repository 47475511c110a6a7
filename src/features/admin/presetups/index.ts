import type { Noun } from '../noun.ts'

export const presetups: Noun = {
  name: 'presetups',
  noun: 'presetup',
  icon: 'schedule',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
