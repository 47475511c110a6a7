import type { Client } from '#schemas/generated/entities/client.ts'
import { EntitySelector, FieldRow, FormSection, Notice, Select, TextField, useUi } from '#ui'
import { useMemo } from 'react'
import { clientItems } from '../client-items.ts'
import { hasNoBrandLevel, LEVELS, type UserValues } from './user-values.ts'
import { type SectionProps, useHint } from './section-hint.tsx'

interface AutomotiveSectionProps extends SectionProps {
  clients: readonly Client[]
  /** The client it has, which is always offered. */
  kept: UserValues['autoClient']
}

export function AutomotiveSection({ form, clients, kept }: AutomotiveSectionProps) {
  const { t } = useUi()
  const hint = useHint()
  const { values } = form
  const automotive = useMemo(
    () => clientItems(clients.filter(({ type, id }) => type === 'automotive' || id === kept)),
    [clients, kept],
  )
  return (
    <FormSection title={t('home:section.automotive')} note={hint('auto_client', t('admin:users.automotiveNote'))}>
      <EntitySelector label={t('admin:users.autoClient')} items={automotive} {...form.field('autoClient')} />
      <Select
        label={t('admin:users.autoLevel')}
        emptyLabel={t('admin:users.noLevel')}
        flaggedLabel={values.autoLevel ?? undefined}
        options={LEVELS.map((id) => ({ id: id as string, label: t(`admin:level.${id}`) }))}
        {...form.field('autoLevel')}
      />
      <TextField
        label={t('admin:users.autoValue')}
        help={t('admin:users.autoValueHelp')}
        isDisabled={values.autoLevel === null}
        {...form.field('autoValue')}
      />
      {hasNoBrandLevel(values) && (
        <FieldRow>
          <Notice kind="warn" title={t('admin:users.noBrandLevel')}>
            {t('admin:users.noBrandLevelText')}
          </Notice>
        </FieldRow>
      )}
    </FormSection>
  )
}
