/** The form of a campaign. The client is asked for only where there are several (spec 2, section 2). */
import { dayLimits } from '#domain/year-limit'
import type { CampaignDraft } from '#schemas/generated/api/campaign-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import {
  atMost,
  DateField,
  EntitySelector,
  FieldRow,
  Form,
  FormSection,
  mandatory,
  nameRules,
  SaveBar,
  TextField,
  UnsavedGuard,
  useForm,
  useUi,
} from '#ui'
import { type ReactNode, useState } from 'react'
import { useBlocker } from 'react-router'
import { PATHS } from './campaigns-frame.tsx'

export interface CampaignValues {
  readonly name: string
  readonly client: number | null
  readonly begin: string | null
  readonly end: string | null
  readonly description: string
}

export const NEW_CAMPAIGN: CampaignValues = { name: '', client: null, begin: null, end: null, description: '' }

const NAME_MOST = 200
const DESCRIPTION_MOST = 2000

export interface CampaignFormProps {
  initial: CampaignValues
  clients: readonly Client[]
  isNew: boolean
  save: (draft: CampaignDraft) => Promise<void>
  /** At the start of the bar. */
  children?: ReactNode
}

/** The draft to send: without a choice for the first client (spec 2, section 5). The rules have checked both days. */
function draftOf({ name, client, begin, end, description }: CampaignValues, clients: readonly Client[]): CampaignDraft {
  const of = client ?? clients[0]?.id
  return {
    name: name.trim(),
    ...(of !== undefined && { client: of }),
    begin: begin ?? '',
    end: end ?? '',
    description: description.trim(),
  }
}

export function CampaignForm({ initial, clients, isNew, save, children }: CampaignFormProps) {
  const { t } = useUi()
  const [limits] = useState(() => dayLimits(new Date().toISOString()))
  const form = useForm<CampaignValues>({
    initial,
    onSubmit: (values) => save(draftOf(values, clients)),
    rules: {
      name: [...nameRules, atMost(NAME_MOST)],
      begin: mandatory,
      description: atMost(DESCRIPTION_MOST),
      end: [
        mandatory,
        (end, { begin }) => (begin !== null && end !== null && end < begin ? t('campaigns:order') : null),
      ],
    },
  })
  // Sending leads away by itself.
  const isOpen = form.isDirty && !form.isSaving
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <Form
      form={form}
      label={t('campaigns:one')}
      actions={
        <SaveBar form={form} saveLabel={t(isNew ? 'campaigns:create' : 'campaigns:update')} cancelTo={PATHS.list}>
          {children}
        </SaveBar>
      }
    >
      <UnsavedGuard isDirty={isOpen} blocker={blocker} />
      <FormSection title={t('campaigns:one')}>
        <FieldRow>
          <TextField label={t('campaigns:name')} isRequired maxLength={NAME_MOST} {...form.field('name')} />
        </FieldRow>
        {clients.length > 1 && (
          <FieldRow>
            <EntitySelector
              label={t('campaigns:client')}
              placeholder={clients[0]?.name}
              help={t('campaigns:clientHelp', { name: clients[0]?.name ?? '' })}
              items={clients.map(({ id, name }) => ({ id, name }))}
              {...form.field('client')}
            />
          </FieldRow>
        )}
        <DateField label={t('campaigns:begin')} isRequired {...limits} {...dateField(form.field('begin'))} />
        <DateField
          label={t('campaigns:end')}
          isRequired
          help={t('campaigns:endHelp')}
          {...limits}
          {...dateField(form.field('end'))}
        />
        <FieldRow>
          <TextField label={t('campaigns:description')} rows={3} {...form.field('description')} />
        </FieldRow>
      </FormSection>
    </Form>
  )
}

/** A date field reports its own end of typing. */
const dateField = <T,>({
  value,
  error,
  onChange,
}: {
  value: T
  error: string | null
  onChange: (value: T) => void
}) => ({ value, error, onChange })
