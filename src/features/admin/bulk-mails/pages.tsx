/** Bulk mails: what their list shows, what their form asks, and what is below it. */
import { bulkMailMachine } from '#domain/machines/bulk-mails'
import { LANGUAGE_NAMES } from '#i18n'
import type { BulkMailDraft } from '#schemas/generated/api/bulk-mail-draft.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { atMost, nameRules } from '#ui'
import { MailIcon } from '#ui/icons/index.tsx'
import { both } from '../both.ts'
import { resourcePages } from '../resource/pages.tsx'
import { useAll, useClients } from '../use-admin-data.ts'
import { BulkMailFields, type BulkMailLists } from './fields.tsx'
import { BulkMailParts } from './parts.tsx'
import { type BulkMailValues, draftOf, initialValues, textsProblem, valuesOf } from './values.ts'

export default resourcePages<BulkMail, BulkMailDraft, BulkMailValues, BulkMailLists>({
  name: 'bulk-mails',
  words: 'noun-bulk-mails:',
  icon: MailIcon,
  // It is looked at, tried and sent there.
  opensNew: true,
  collection: (api) => api.entries('bulk-mails'),
  label: ({ name }) => name,
  machine: { table: bulkMailMachine, tones: { saved: 'info', sent: 'good' }, asks: ['send'] },
  columns: (t) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'subject',
      label: t('noun-bulk-mails:subjectShort'),
      isLong: true,
      value: ({ texts }) => texts[0]?.subject,
    },
    {
      attr: 'kind',
      label: t('noun-bulk-mails:kind'),
      options: {
        names: { service: t('noun-bulk-mails:kinds.service'), news: t('noun-bulk-mails:kinds.news') },
        tones: { news: 'info' },
      },
    },
    {
      attr: 'languages',
      label: t('noun-bulk-mails:language'),
      type: 'StringArray',
      value: ({ texts }) => texts.map(({ language }) => LANGUAGE_NAMES[language]),
      options: { most: 2 },
    },
  ],
  useLists: () => both(useClients(), useAll('groups')),
  initial: initialValues,
  valuesOf,
  refilled: ({ status }) => status,
  draftOf,
  rules: (t) => ({
    name: [...nameRules, atMost(120)],
    seenDays: (days, { seen }) => (seen === 'any' || days !== null ? null : { code: 'mandatory' }),
    texts: (_texts, values) => {
      const problem = textsProblem(values)
      return problem === null
        ? null
        : t(`noun-bulk-mails:problem.${problem.code}`, { language: LANGUAGE_NAMES[problem.language] })
    },
  }),
  Fields: BulkMailFields,
  Parts: BulkMailParts,
  places: () => ({ BULK_MAIL_LANGUAGE_TWICE: 'texts', CLIENT_NOT_FOUND: 'clients' }),
})
