/** Mails to many people: their recipients, their text in each language, and the result for each recipient. */
import { bulkMailMachine } from '#domain/machines/bulk-mails'
import type { BulkMailDraft } from '#schemas/generated/api/bulk-mail-draft.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import type { Repositories } from '../../catalog.ts'
import { entryTable, numberedTables, owned, required, withStates } from '../../db/migrations/columns.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { ServerModule } from '../../module.ts'
import type { Led, ResourceDescription, ResourceModule, AuditNote } from '../../resource/description.ts'
import { audienceOf } from './audience.ts'
import { bulkMailRepo } from './repo.ts'
import type { BulkMailRecipientsTable, MailUnsubscribesTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    bulk_mail_recipients: BulkMailRecipientsTable
    mail_unsubscribes: MailUnsubscribesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly bulkMails: ReturnType<typeof bulkMailRepo>
  }
}

const EVERYONE = { roles: [], clients: [], groups: [], languages: [], seen: 'any', seenDays: 90 } as const

const resource: ResourceDescription<BulkMail, BulkMailDraft> = {
  name: 'bulk-mails',
  noun: 'bulkMail',
  table: 'bulk_mails',
  schema: 'bulk-mail',
  tag: 'Bulk mails',
  changes: 'admin',
  columns: { name: 'text', kind: 'text', filter: 'json', texts: 'json' },
  defaults: { name: '', kind: 'service', filter: { ...EVERYONE } as unknown as BulkMail['filter'], texts: [] as never },
  machine: bulkMailMachine,
  label: ({ name }) => name,
  check({ texts }) {
    const languages = texts.map(({ language }) => language)
    const twice = languages.find((language, at) => languages.indexOf(language) !== at)
    if (twice !== undefined)
      throw new AppError('BULK_MAIL_LANGUAGE_TWICE', `The language ${twice} is there twice; keep one text for it.`, {
        language: twice,
      })
  },
  guard: (_repositories, { before }) => {
    if (before.status === 'sent')
      throw new AppError('BULK_MAIL_SENT', `The bulk mail ${before.id} was sent; it stays as it was sent.`, {
        bulkMail: before.id,
      })
    return Promise.resolve()
  },
  effects: sendOff,
  example: (unique) => ({
    name: `Bulk mail ${unique}`,
    kind: 'service',
    filter: { roles: [], clients: [], groups: [], languages: [], seen: 'any', seenDays: 90 },
    texts: [{ language: 'es', subject: `Aviso ${unique}`, text: 'Hola a todos.' }],
  }),
  steps: {
    '0055-bulk-mails': async (db, dialect) => {
      await withStates(entryTable(db, dialect)('bulk_mails'))
        .addColumn('name', 'text', required)
        .addColumn('kind', 'text', required)
        .addColumn('filter', 'text', required)
        .addColumn('texts', 'text', required)
        .execute()
      for (const column of ['assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`bulk_mails_by_${column}`).on('bulk_mails').column(column).execute()
      await numberedTables(
        db,
        dialect,
      )('bulk_mail_recipients')
        .addColumn('bulk_mail_id', 'integer', owned('bulk_mails.id'))
        .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
        .addColumn('address', 'text', required)
        .addColumn('language', 'text', required)
        .addColumn('outcome', 'text', required)
        .addColumn('reason', 'text')
        .addColumn('tries', 'integer', required)
        .addColumn('next_try_at', 'bigint', required)
        .addColumn('at', 'bigint', required)
        .addUniqueConstraint('bulk_mail_recipients_address', ['bulk_mail_id', 'address'])
        .execute()
      await db.schema
        .createIndex('bulk_mail_recipients_by_outcome')
        .on('bulk_mail_recipients')
        .columns(['outcome', 'next_try_at'])
        .execute()
      await db.schema
        .createIndex('bulk_mail_recipients_by_user_id')
        .on('bulk_mail_recipients')
        .column('user_id')
        .execute()
      await db.schema
        .createTable('mail_unsubscribes')
        .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
        .addColumn('at', 'bigint', required)
        .execute()
    },
  },
}

/** Everyone it is for is written down in the transaction that says it is sent: once, and complete. */
async function sendOff(repositories: Repositories, { after, at }: Led<BulkMail>): Promise<readonly AuditNote[]> {
  const people = await audienceOf(repositories, after.filter, at)
  const addressed = people.map((one) => ({ ...one, isUnsubscribed: after.kind === 'news' && one.isUnsubscribed }))
  if (addressed.every(({ isUnsubscribed }) => isUnsubscribed))
    throw new AppError(
      'BULK_MAIL_RECIPIENTS_REQUIRED',
      'No user matches the recipients of this mail; change them first.',
    )
  await repositories.bulkMails.address(SYSTEM_SCOPE, after.id, addressed, at)
  return []
}

export const bulkMails: ServerModule & ResourceModule = {
  name: 'bulk-mails',
  resource,
  repositories: { bulkMails: bulkMailRepo },
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startBulkMails(resource),
}
