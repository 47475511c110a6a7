import type { Noun } from '../noun.ts'

export const installations: Noun = {
  name: 'installations',
  noun: 'installation',
  icon: 'exits',
  group: 'install',
  more: [
    { path: '/board', title: 'board', load: async () => (await import('./board-page.tsx')).BoardPage },
    { path: '/:id', title: 'one', load: async () => (await import('./way-page.tsx')).InstallationPage },
    { path: '/view/:id', title: 'one', load: async () => (await import('./way-page.tsx')).InstallationPage },
  ],
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
