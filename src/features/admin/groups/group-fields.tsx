import type { AccessFlag } from '#domain/access'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { EntityMultiSelector, FieldRow, FormSection, TextField, useUi } from '#ui'
import { useMemo } from 'react'
import { clientItems, clientTypes } from '../client-items.ts'
import { FlagField } from '../flag-field.tsx'
import type { FieldsProps } from '../resource/resource.ts'

export interface GroupValues {
  readonly name: string
  readonly description: string
  readonly members: number[]
  readonly flags: AccessFlag[]
  readonly clients: number[]
}

type Lists = readonly [readonly Client[], readonly UserAccount[]]

export function GroupFields({ form, lists: [clients, users] }: FieldsProps<GroupValues, Lists>) {
  const { t } = useUi()
  const items = useMemo(() => clientItems(clients), [clients])
  const people = useMemo(() => users.map(({ id, username }) => ({ id, name: username })), [users])
  return (
    <>
      <FormSection title={t('admin:groups.one')}>
        <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
        <EntityMultiSelector label={t('admin:groups.members')} items={people} {...form.field('members')} />
        <FieldRow>
          <TextField label={t('admin:description')} rows={2} {...form.field('description')} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('admin:groups.gives')} note={t('admin:groups.givesNote')} columns={1}>
        <EntityMultiSelector
          label={t('admin:clients')}
          items={items}
          types={clientTypes(t)}
          {...form.field('clients')}
        />
        <FlagField {...form.field('flags')} />
      </FormSection>
    </>
  )
}
