import type { Noun } from '../nouns.ts'

export const presetups: Noun = {
  name: 'presetups',
  noun: 'presetup',
  icon: 'schedule',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
