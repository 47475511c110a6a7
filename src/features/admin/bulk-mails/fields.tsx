/** The form of a bulk mail: what it is about, whom it is for, what it says. */
import { LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import { EntityMultiSelector, FormSection, MultiSelect, Notice, NumberField, Select, TextField, useUi } from '#ui'
import { clientItems } from '../client-items.ts'
import type { FieldsProps } from '../resource/resource.ts'
import { useServerState } from '../use-admin-data.ts'
import { TextsField } from './texts-field.tsx'
import type { BulkMailValues } from './values.ts'

export type BulkMailLists = readonly [readonly Client[], readonly Group[]]

const KINDS = ['service', 'news'] as const
const SEEN = ['any', 'within', 'notSince'] as const

export function BulkMailFields({ form, lists: [clients, groups] }: FieldsProps<BulkMailValues, BulkMailLists>) {
  const { t } = useUi()
  const { kind, seen, isSent } = form.values
  // Said before anything is written: the server refuses to test and to send then.
  const noMail = useServerState(!isSent).data?.mailLeaves === false && !isSent
  return (
    <>
      {noMail && (
        <Notice kind="warn" title={t('admin:server.noMail')}>
          {t('noun-bulk-mails:noMail')}
        </Notice>
      )}
      {isSent && <Notice kind="info">{t('noun-bulk-mails:sentNote')}</Notice>}
      <FormSection title={t('noun-bulk-mails:one')}>
        <TextField
          label={t('admin:name')}
          help={t('noun-bulk-mails:nameHelp')}
          isRequired
          maxLength={120}
          isDisabled={isSent}
          {...form.field('name')}
        />
        <Select
          label={t('noun-bulk-mails:kind')}
          help={t(`noun-bulk-mails:kindHelp.${kind}`)}
          isRequired
          isDisabled={isSent}
          options={KINDS.map((id) => ({ id, label: t(`noun-bulk-mails:kinds.${id}`) }))}
          value={kind}
          onChange={(next) => next !== null && form.set('kind', next)}
        />
      </FormSection>
      <FormSection title={t('noun-bulk-mails:whom')} note={t('noun-bulk-mails:whomNote')}>
        <MultiSelect
          label={t('admin:users.role')}
          placeholder={t('noun-bulk-mails:all')}
          isDisabled={isSent}
          options={[
            { id: 'basic', label: t('admin:role.basic') },
            { id: 'admin', label: t('admin:role.admin') },
          ]}
          {...form.field('roles')}
        />
        <MultiSelect
          label={t('noun-bulk-mails:languages')}
          placeholder={t('noun-bulk-mails:all')}
          isDisabled={isSent}
          options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          {...form.field('languages')}
        />
        <EntityMultiSelector
          label={t('admin:clients')}
          placeholder={t('noun-bulk-mails:all')}
          isDisabled={isSent}
          help={t('noun-bulk-mails:clientsHelp')}
          items={clientItems(clients)}
          {...form.field('clients')}
        />
        <EntityMultiSelector
          label={t('admin:groups.title')}
          placeholder={t('noun-bulk-mails:all')}
          isDisabled={isSent}
          items={groups.map(({ id, name }) => ({ id, name }))}
          {...form.field('groups')}
        />
        <Select
          label={t('noun-bulk-mails:seen')}
          isDisabled={isSent}
          options={SEEN.map((id) => ({ id, label: t(`noun-bulk-mails:seens.${id}`) }))}
          value={seen}
          onChange={(next) => next !== null && form.set('seen', next)}
        />
        <NumberField
          label={t('noun-bulk-mails:seenDays')}
          min={1}
          max={3650}
          step={1}
          isDisabled={isSent || seen === 'any'}
          {...form.field('seenDays')}
        />
      </FormSection>
      <TextsField form={form} />
    </>
  )
}
