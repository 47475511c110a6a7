/** Installations: what their list shows and what their form asks. */
import type { InstallationDraft } from '#schemas/generated/api/installation-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import {
  atMost,
  DateField,
  EntitySelector,
  FieldRow,
  FormSection,
  LinkButton,
  mandatory,
  nameRules,
  TextField,
  useUi,
} from '#ui'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { GridIcon, TableIcon } from '#ui/icons/index.tsx'
import { both } from '../both.ts'
import { clientItems } from '../client-items.ts'
import { resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { UserProcessButton } from '../resource/user-process.tsx'
import { useClients } from '../use-admin-data.ts'
import { localItems, useLocals } from '../use-locals.ts'
import { FIELD_MAP } from './paths.ts'
import { STATED } from './stated.ts'

interface Values {
  readonly name: string
  readonly client: number | null
  readonly local: number | null
  /** Of that local. */
  readonly localOrder: number | null
  readonly plannedFor: string | null
}
type Lists = readonly [readonly Client[], readonly Local[]]

const useLists = () => both(useClients(), useLocals())

function Fields({ form, lists: [clients, locals] }: FieldsProps<Values, Lists>) {
  const { t } = useUi()
  const client = form.field('client')
  const local = form.field('local')
  const localOrder = form.field('localOrder')
  const moveTo = (next: number | null) => {
    local.onChange(next)
    localOrder.onChange(null)
  }
  return (
    <FormSection title={t('noun-installations:one')}>
      <FieldRow>
        <TextField
          label={t('noun-installations:name')}
          help={t('noun-installations:nameHelp')}
          isRequired
          maxLength={120}
          {...form.field('name')}
        />
      </FieldRow>
      <EntitySelector
        label={t('noun-installations:client')}
        isRequired
        items={clientItems(clients)}
        {...client}
        onChange={(next) => {
          client.onChange(next)
          moveTo(null)
        }}
      />
      <EntitySelector
        label={t('noun-installations:local')}
        isRequired
        items={localItems(locals, client.value)}
        isDisabled={client.value === null}
        {...local}
        onChange={moveTo}
      />
      <DateField label={t('noun-installations:plannedFor')} {...form.field('plannedFor')} />
    </FormSection>
  )
}

function Actions() {
  const { t } = useUi()
  return (
    <>
      <UserProcessButton<Installation>
        process={{
          path: STATED.path,
          entries: { name: 'installations', path: STATED.path },
          lead: t('noun-installations:processLead'),
          label: STATED.label,
          holder: ({ assignee }) => assignee,
          state: ({ status, stateAt }) => ({ word: t(`noun-installations:states.${status}`), at: stateAt }),
        }}
      />
      <LinkButton icon={<GridIcon />} href={FIELD_MAP.board}>
        {t('noun-installations:asBoard')}
      </LinkButton>
    </>
  )
}

export default resourcePages<Installation, InstallationDraft, Values, Lists>({
  name: 'installations',
  path: STATED.path,
  words: 'noun-installations:',
  icon: AREA_ICONS.exits ?? TableIcon,
  collection: (api) => api.entries(STATED.path),
  label: STATED.label,
  machine: STATED.machine,
  rowTo: FIELD_MAP.way,
  Actions,
  columns: (t, lists) => {
    const [clients, locals] = lists ?? [[], []]
    return [
      { attr: 'name', label: t('noun-installations:name'), value: ({ name, id }) => `${name} #${id}` },
      {
        attr: 'local',
        label: t('noun-installations:local'),
        isLong: true,
        value: ({ client, local }) =>
          [
            clients.find(({ id }) => id === client)?.name ?? `#${client}`,
            locals.find(({ id }) => id === local)?.name ?? `#${local}`,
          ].join(' · '),
      },
      { attr: 'plannedFor', label: t('noun-installations:plannedFor'), type: 'Date', options: { time: false } },
    ]
  },
  useLists,
  initial: { name: '', client: null, local: null, localOrder: null, plannedFor: null },
  valuesOf: ({ name, client, local, localOrder, plannedFor }) => ({ name, client, local, localOrder, plannedFor }),
  draftOf: ({ name, client, local, localOrder, plannedFor }) => ({
    name: name.trim(),
    client: client ?? 0,
    local: local ?? 0,
    localOrder,
    plannedFor,
  }),
  rules: () => ({ name: [...nameRules, atMost(120)], client: mandatory, local: mandatory }),
  Fields,
  places: () => ({
    CLIENT_NOT_FOUND: 'client',
    LOCAL_NOT_FOUND: 'local',
    INSTALLATION_CHANGE_NOT_ALLOWED: 'local',
    DATE_INVALID: 'plannedFor',
    YEAR_OUT_OF_RANGE: 'plannedFor',
  }),
})
