/** Interventions: what their list shows and what their form asks. */
import { interventionMachine } from '#domain/machines/interventions'
import type { InterventionDraft } from '#schemas/generated/api/intervention-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Intervention } from '#schemas/generated/entities/intervention.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { atLeast, atMost, EntitySelector, FieldRow, FormSection, mandatory, TextField, useUi } from '#ui'
import { BellIcon } from '#ui/icons/index.tsx'
import { both } from '../both.ts'
import { clientItems } from '../client-items.ts'
import { readLines, writeLines } from '../data-lines.ts'
import { resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { useClients } from '../use-admin-data.ts'
import { localItems, useLocals } from '../use-locals.ts'

interface Values {
  readonly type: string
  readonly client: number | null
  readonly local: number | null
  readonly description: string
  readonly data: string
}
type Lists = readonly [readonly Client[], readonly Local[]]

const useLists = () => both(useClients(), useLocals())

function Fields({ form, lists: [clients, locals] }: FieldsProps<Values, Lists>) {
  const { t } = useUi()
  const client = form.field('client')
  const local = form.field('local')
  return (
    <FormSection title={t('noun-interventions:one')}>
      <FieldRow>
        <TextField
          label={t('noun-interventions:type')}
          help={t('noun-interventions:typeHelp')}
          isRequired
          maxLength={60}
          {...form.field('type')}
        />
      </FieldRow>
      <EntitySelector
        label={t('noun-interventions:client')}
        items={clientItems(clients)}
        {...client}
        onChange={(next) => {
          client.onChange(next)
          local.onChange(null)
        }}
      />
      <EntitySelector
        label={t('noun-interventions:local')}
        items={localItems(locals, client.value)}
        isDisabled={client.value === null}
        {...local}
      />
      <FieldRow>
        <TextField
          label={t('noun-interventions:description')}
          isRequired
          rows={5}
          maxLength={4000}
          {...form.field('description')}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label={t('noun-interventions:data')}
          help={t('noun-interventions:dataHelp')}
          rows={3}
          {...form.field('data')}
        />
      </FieldRow>
    </FormSection>
  )
}

export default resourcePages<Intervention, InterventionDraft, Values, Lists>({
  name: 'interventions',
  words: 'noun-interventions:',
  icon: BellIcon,
  collection: (api) => api.entries('interventions'),
  label: ({ type, id }) => `${type} #${id}`,
  about: ({ description }) => description,
  machine: {
    table: interventionMachine,
    tones: { pending: 'warn', completed: 'good' },
    asks: ['discard'],
  },
  columns: (t, lists) => [
    { attr: 'type', label: t('noun-interventions:type'), value: ({ type, id }) => `${type} #${id}` },
    {
      attr: 'local',
      label: t('noun-interventions:local'),
      isLong: true,
      value: ({ client, local }) => {
        const [clients, locals] = lists ?? [[], []]
        const names = [
          clients.find(({ id }) => id === client)?.name,
          local === null ? undefined : (locals.find(({ id }) => id === local)?.name ?? `#${local}`),
        ]
        return names.filter((name) => name !== undefined).join(' · ')
      },
    },
    { attr: 'description', label: t('noun-interventions:description'), isLong: true, width: '26rem' },
  ],
  useLists,
  initial: { type: '', client: null, local: null, description: '', data: '' },
  valuesOf: ({ type, client, local, description, data }) => ({
    type,
    client,
    local,
    description,
    data: writeLines(data),
  }),
  draftOf({ type, client, local, description, data }) {
    const read = readLines(data)
    return {
      type: type.trim(),
      client,
      local,
      description: description.trim(),
      data: read.wrong === undefined ? read.data : {},
    }
  },
  rules: (t) => ({
    type: [mandatory, atLeast(3), atMost(60)],
    description: [mandatory, atMost(4000)],
    data: (text) => {
      const { wrong } = readLines(text)
      return wrong === undefined ? null : t('noun-interventions:dataInvalid', { line: wrong })
    },
  }),
  Fields,
  places: () => ({ CLIENT_NOT_FOUND: 'client', LOCAL_NOT_FOUND: 'local' }),
})
