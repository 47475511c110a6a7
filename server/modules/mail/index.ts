/** Mail that leaves, waits or could not leave. */
import type { ServerModule } from '../../module.ts'
import { mailRepo } from './repo.ts'
import type { MailFailuresTable, MailsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    mails: MailsTable
    mail_failures: MailFailuresTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly mails: ReturnType<typeof mailRepo>
  }
}

export const mail: ServerModule = {
  name: 'mail',
  repositories: { mails: mailRepo },
  start: () => import('./start.ts'),
}
