/** One account: who it is, what it may open, whose data it sees (spec 1, sections 3 and 6). */
import type { Client } from '#schemas/generated/entities/client.ts'
import { Form, FormSection, SaveBar, TextField, useUi } from '#ui'
import { FlagField } from '../flag-field.tsx'
import { PATHS } from '../paths.ts'
import { Unsaved } from '../leaving.tsx'
import { type UserFormOptions, useUserForm } from './use-user-form.ts'
import { AccountSection } from './account-section.tsx'
import { DataSection } from './data-section.tsx'
import { LabelsSection } from './labels-section.tsx'
import { AfterLoginSection } from './after-login-section.tsx'
import { AutomotiveSection } from './automotive-section.tsx'

export interface UserFormProps extends UserFormOptions {
  clients: readonly Client[]
  /** Their own account: the role stays, own rights cannot be taken away by mistake. */
  isOwn?: boolean
  isNew?: boolean
}

export function UserForm({ initial, clients, groups, isOwn = false, isNew = false, save }: UserFormProps) {
  const { t } = useUi()
  const { form, through } = useUserForm({ initial, groups, save })
  const isAdmin = form.values.role === 'admin'
  return (
    <Form
      form={form}
      label={t('admin:users.one')}
      actions={
        <SaveBar form={form} cancelTo={PATHS.users.list} saveLabel={isNew ? t('admin:users.invite') : undefined} />
      }
    >
      <Unsaved form={form} />
      <AccountSection form={form} isOwn={isOwn} isNew={isNew} />
      <DataSection form={form} clients={clients} groups={groups} />

      <FormSection title={t('admin:flags.title')} note={t('admin:flags.note')} columns={1}>
        <FlagField through={through} isAdmin={isAdmin} {...form.field('flags')} />
      </FormSection>

      <LabelsSection form={form} />
      <AutomotiveSection form={form} clients={clients} kept={initial.autoClient} />
      <AfterLoginSection form={form} through={through} />

      <FormSection title={t('admin:users.devices')} note={t('admin:users.devicesNote')} columns={1}>
        <TextField label={t('admin:users.macs')} rows={3} help={t('admin:users.macsHelp')} {...form.field('macs')} />
      </FormSection>
    </Form>
  )
}
