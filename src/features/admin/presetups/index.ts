import type { Noun } from '../noun.ts'

export const presetups: Noun = {
  name: 'presetups',
  noun: 'presetup',
  icon: 'schedule',
  group: 'install',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
