import type { Noun } from '../noun.ts'

export const installationDischarges: Noun = {
  name: 'installation-discharges',
  noun: 'installationDischarge',
  icon: 'uploads',
  group: 'install',
  partOf: 'discharges',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
