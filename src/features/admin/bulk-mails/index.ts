import type { Noun } from '../noun.ts'

export const bulkMails: Noun = {
  name: 'bulk-mails',
  noun: 'bulkMail',
  icon: 'mail',
  group: 'publish',
  pages: () => import('./pages.tsx'),
  texts: () => import('./texts.json'),
}
