import type { Noun } from '../noun.ts'

export const folders: Noun = {
  name: 'folders',
  noun: 'folder',
  icon: 'dashboards',
  group: 'publish',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
