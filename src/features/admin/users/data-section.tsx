import type { Client } from '#schemas/generated/entities/client.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import { EntityMultiSelector, FormSection, useUi } from '#ui'
import { useMemo } from 'react'
import { clientItems, clientTypes } from '../client-items.ts'
import type { SectionProps } from './section-hint.tsx'

interface DataSectionProps extends SectionProps {
  clients: readonly Client[]
  groups: readonly Group[]
}

export function DataSection({ form, clients, groups }: DataSectionProps) {
  const { t } = useUi()
  const { values } = form
  const items = useMemo(() => clientItems(clients), [clients])
  return (
    <FormSection
      title={t('admin:users.data')}
      note={values.role === 'admin' ? t('admin:users.dataAdmin') : t('admin:users.dataNote')}
    >
      <EntityMultiSelector
        label={t('admin:clients')}
        items={items}
        types={clientTypes(t)}
        {...(values.role === 'admin' && { placeholder: t('admin:places.allClients') })}
        {...form.field('clients')}
      />
      <EntityMultiSelector
        label={t('admin:groups.title')}
        help={t('admin:users.groupsHelp')}
        items={groups.map(({ id, name, description }) => ({
          id,
          name,
          ...(description !== '' && { hint: description }),
        }))}
        {...form.field('groups')}
      />
    </FormSection>
  )
}
