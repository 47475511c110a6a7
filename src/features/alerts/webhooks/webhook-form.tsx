/** One webhook: where events go, and which. */
import { WEBHOOK_EVENTS, webhookAddress } from '#domain/webhooks'
import type { WebhookDraft } from '#schemas/generated/api/webhook-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import {
  atMost,
  CheckboxGroup,
  FieldErrors,
  FieldRow,
  Form,
  FormSection,
  mandatory,
  nameRules,
  SaveBar,
  Select,
  Switch,
  TextField,
  UnsavedGuard,
  useForm,
  useUi,
} from '#ui'
import { codeOf } from '#ui/page/query-state.tsx'
import { useBlocker } from 'react-router'
import { PATHS, useAlerts } from '../alerts-frame.tsx'
import { FIELDS, toDraft, type WebhookValues } from './webhook-values.ts'

export interface WebhookFormProps {
  initial: WebhookValues
  clients: readonly Client[]
  /** The client of a webhook stays. */
  isNew: boolean
  save: (draft: WebhookDraft) => Promise<void>
}

export function WebhookForm({ initial, clients, isNew, save }: WebhookFormProps) {
  const { t } = useUi()
  const { say } = useAlerts()
  const form = useForm<WebhookValues>({
    initial,
    rules: {
      client: mandatory,
      name: [...nameRules, atMost(120)],
      address: [
        mandatory,
        (text) => (webhookAddress(text.trim()) === null ? t('errors:WEBHOOK_ADDRESS_INVALID') : null),
        atMost(2000),
      ],
      events: mandatory,
    },
    onSubmit: async (values) => {
      try {
        await save(toDraft(values))
      } catch (cause) {
        const field = FIELDS[codeOf(cause) ?? '']
        throw field === undefined ? new Error(say(cause), { cause }) : new FieldErrors({ [field]: say(cause) })
      }
    },
  })
  const isOpen = form.isDirty && !form.isSaving
  return (
    <Form form={form} label={t('webhooks:one')} actions={<SaveBar form={form} cancelTo={PATHS.webhooks} />}>
      <UnsavedGuard
        isDirty={isOpen}
        blocker={useBlocker(
          ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
        )}
      />
      <FormSection title={t('webhooks:where')} note={t('webhooks:whereNote')}>
        <TextField label={t('webhooks:name')} isRequired maxLength={120} {...form.field('name')} />
        {clients.length > 1 && (
          <Select
            label={t('webhooks:client')}
            isRequired
            isDisabled={!isNew}
            options={clients.map(({ id, name }) => ({ id, label: name }))}
            {...form.field('client')}
          />
        )}
        <FieldRow>
          <TextField
            label={t('webhooks:address')}
            help={t('webhooks:addressHelp')}
            isRequired
            maxLength={2000}
            {...form.field('address')}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={t('webhooks:what')}>
        <FieldRow>
          <CheckboxGroup
            label={t('webhooks:events')}
            isRequired
            columns={1}
            options={WEBHOOK_EVENTS.map((id) => ({
              id,
              label: t(`webhooks:event.${id}`),
              hint: t(`webhooks:eventHelp.${id}`),
            }))}
            {...form.field('events')}
          />
        </FieldRow>
        <Switch isSelected={form.values.enabled} onChange={(on) => form.set('enabled', on)}>
          {t('webhooks:isEnabled')}
        </Switch>
      </FormSection>
    </Form>
  )
}
