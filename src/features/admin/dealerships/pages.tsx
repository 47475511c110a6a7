/** Dealerships: what their list shows and what their form asks. */
import type { DealershipDraft } from '#schemas/generated/api/dealership-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Dealership } from '#schemas/generated/entities/dealership.ts'
import { atMost, EntitySelector, FieldRow, FormSection, mandatory, nameRules, TextField, useUi } from '#ui'
import { CarIcon } from '#ui/icons/areas.tsx'
import { clientItems } from '../client-items.ts'
import { changedColumn, resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { useClients } from '../use-admin-data.ts'

interface Values {
  readonly name: string
  readonly client: number | null
  readonly code: string
  readonly dealer: string
  readonly region: string
  readonly zone: string
  readonly comment: string
}

const TEXTS = ['code', 'dealer', 'region', 'zone', 'comment'] as const

function Fields({ form, lists }: FieldsProps<Values, readonly Client[]>) {
  const { t } = useUi()
  return (
    <FormSection title={t('noun-dealerships:one')}>
      <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
      <EntitySelector
        label={t('noun-dealerships:client')}
        isRequired
        items={clientItems(lists)}
        {...form.field('client')}
      />
      <TextField label={t('noun-dealerships:code')} maxLength={60} {...form.field('code')} />
      <TextField
        label={t('noun-dealerships:dealer')}
        help={t('noun-dealerships:dealerHelp')}
        maxLength={120}
        {...form.field('dealer')}
      />
      <TextField label={t('noun-dealerships:region')} maxLength={120} {...form.field('region')} />
      <TextField label={t('noun-dealerships:zone')} maxLength={120} {...form.field('zone')} />
      <FieldRow>
        <TextField label={t('noun-dealerships:comment')} rows={2} maxLength={1000} {...form.field('comment')} />
      </FieldRow>
    </FormSection>
  )
}

export default resourcePages<Dealership, DealershipDraft, Values, readonly Client[]>({
  name: 'dealerships',
  words: 'noun-dealerships:',
  icon: CarIcon,
  collection: (api) => api.entries('dealerships'),
  label: ({ name }) => name,
  columns: (t, clients) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'client',
      label: t('noun-dealerships:client'),
      value: ({ client }) => clients?.find(({ id }) => id === client)?.name ?? String(client),
    },
    { attr: 'code', label: t('noun-dealerships:code') },
    { attr: 'dealer', label: t('noun-dealerships:dealer') },
    { attr: 'region', label: t('noun-dealerships:region') },
    { attr: 'zone', label: t('noun-dealerships:zone') },
    changedColumn(t),
  ],
  useLists: useClients,
  initial: { name: '', client: null, code: '', dealer: '', region: '', zone: '', comment: '' },
  valuesOf: ({ name, client, code, dealer, region, zone, comment }) => ({
    name,
    client,
    code,
    dealer,
    region,
    zone,
    comment,
  }),
  draftOf: ({ name, client, ...texts }) => ({
    name: name.trim(),
    client: client ?? 0,
    ...Object.fromEntries(TEXTS.map((one) => [one, texts[one].trim()])),
  }),
  rules: () => ({
    name: [...nameRules, atMost(120)],
    client: mandatory,
    code: atMost(60),
    dealer: atMost(120),
    region: atMost(120),
    zone: atMost(120),
    comment: atMost(1000),
  }),
  Fields,
  places: () => ({ NAME_TAKEN: 'name', CLIENT_NOT_FOUND: 'client' }),
})
