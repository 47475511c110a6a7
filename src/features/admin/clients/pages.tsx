/** Clients: what their list shows, what their form asks, and what belongs to one. */
import type { ClientRecordDraft } from '#schemas/generated/api/client-record-draft.ts'
import type { ClientDischarge } from '#schemas/generated/entities/client-discharge.ts'
import type { ClientRecord } from '#schemas/generated/entities/client-record.ts'
import {
  atMost,
  Checkbox,
  CheckboxGroup,
  FieldRow,
  FormSection,
  mandatory,
  nameRules,
  notAmong,
  Select,
  TextField,
  useUi,
} from '#ui'
import { BuildingIcon } from '#ui/icons/areas.tsx'
import { clientTypes } from '../client-items.ts'
import { PATHS } from '../paths.ts'
import { RemoveDialog } from '../places/remove-dialog.tsx'
import { resourcePages } from '../resource/pages.tsx'
import type { FieldsProps, RemovalProps } from '../resource/resource.ts'
import { UserProcessButton } from '../resource/user-process.tsx'
import { useNothing } from '../use-admin-data.ts'

const FLAGS = ['demo', 'multiClient', 'externalLogin', 'ciscoSpaces'] as const
type Flag = (typeof FLAGS)[number]

interface Values {
  readonly name: string
  readonly type: ClientRecord['type'] | null
  readonly externalId: string
  readonly oldId: string
  readonly flags: readonly Flag[]
  readonly useLoginMessage: boolean
  readonly loginMessage: string
}

const flagsOf = (record: ClientRecord): Flag[] => FLAGS.filter((flag) => record[flag])
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

function Fields({ form }: FieldsProps<Values, null>) {
  const { t } = useUi()
  const { values } = form
  return (
    <>
      <FormSection title={t('noun-clients:one')}>
        <TextField label={t('admin:name')} isRequired maxLength={200} {...form.field('name')} />
        <Select
          label={t('noun-clients:type')}
          isRequired
          options={clientTypes(t).map(({ id, label }) => ({ id: id as ClientRecord['type'], label }))}
          {...form.field('type')}
        />
        <TextField
          label={t('noun-clients:externalId')}
          help={t('noun-clients:externalIdHelp')}
          maxLength={100}
          {...form.field('externalId')}
        />
        <TextField
          label={t('noun-clients:oldId')}
          help={t('noun-clients:oldIdHelp')}
          maxLength={100}
          {...form.field('oldId')}
        />
      </FormSection>
      <FormSection title={t('noun-clients:settings')} columns={1}>
        <CheckboxGroup
          label={t('noun-clients:flags')}
          error={null}
          value={values.flags}
          onChange={(flags) => form.set('flags', flags)}
          options={FLAGS.map((flag) => ({
            id: flag,
            label: t(`noun-clients:flag.${flag}`),
            hint: t(`noun-clients:flagHint.${flag}`),
          }))}
        />
      </FormSection>
      <FormSection title={t('noun-clients:signIn')} note={t('noun-clients:signInNote')} columns={1}>
        <Checkbox isSelected={values.useLoginMessage} onChange={(on) => form.set('useLoginMessage', on)}>
          {t('noun-clients:useLoginMessage')}
        </Checkbox>
        <FieldRow>
          <TextField
            label={t('noun-clients:loginMessage')}
            rows={3}
            maxLength={2000}
            isRequired={values.useLoginMessage}
            {...form.field('loginMessage')}
          />
        </FieldRow>
      </FormSection>
    </>
  )
}

/** With what hangs on it, and the password. */
function Removal({ entity: { id, name }, onClose, onRemoved }: RemovalProps<ClientRecord>) {
  return <RemoveDialog place={{ kind: 'client', id, name }} onClose={onClose} onRemoved={onRemoved} />
}

/** Discharges of clients that name a device of a person are assigned to that person. */
function ProcessButton() {
  const { t } = useUi()
  return (
    <UserProcessButton<ClientDischarge>
      process={{
        path: 'management/clients',
        entries: { name: 'discharges', path: 'discharges/client' },
        lead: t('noun-clients:processLead'),
        label: ({ dischargeId }) => dischargeId,
        holder: ({ assignedTo }) => assignedTo,
        state: ({ dischargeStatus, stateAt }) => ({
          word: t(`noun-discharges:states.${dischargeStatus}`),
          at: stateAt,
        }),
      }}
    />
  )
}

export default resourcePages<ClientRecord, ClientRecordDraft, Values, null>({
  name: 'clients',
  words: 'noun-clients:',
  icon: BuildingIcon,
  collection: (api) => api.entries('clients', 'management/clients'),
  label: ({ name }) => name,
  columns: (t) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'type',
      label: t('noun-clients:type'),
      options: { names: Object.fromEntries(clientTypes(t).map(({ id, label }) => [id, label])) },
    },
    { attr: 'externalId', label: t('noun-clients:externalId') },
    { attr: 'oldId', label: t('noun-clients:oldId') },
    {
      attr: 'flags',
      label: t('noun-clients:settings'),
      type: 'StringArray',
      value: flagsOf,
      options: { names: Object.fromEntries(FLAGS.map((flag) => [flag, t(`noun-clients:flag.${flag}`)])), most: 2 },
    },
    {
      attr: 'updatedAt',
      label: t('admin:changedAt'),
      type: 'Date',
      value: ({ updatedAt }) => (updatedAt === 0 ? null : updatedAt),
    },
  ],
  useLists: useNothing,
  initial: {
    name: '',
    type: 'basic',
    externalId: '',
    oldId: '',
    flags: [],
    useLoginMessage: false,
    loginMessage: '',
  },
  valuesOf: (record) => ({
    name: record.name,
    type: record.type,
    externalId: record.externalId ?? '',
    oldId: record.oldId ?? '',
    flags: flagsOf(record),
    useLoginMessage: record.useLoginMessage,
    loginMessage: record.loginMessage,
  }),
  draftOf: ({ name, type, externalId, oldId, flags, useLoginMessage, loginMessage }) => ({
    name: name.trim(),
    type: type ?? 'basic',
    externalId: orNull(externalId),
    oldId: orNull(oldId),
    ...Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])),
    useLoginMessage,
    loginMessage: loginMessage.trim(),
  }),
  rules: (_t, others) => ({
    name: [...nameRules, atMost(200), notAmong(others.map(({ name }) => name))],
    type: mandatory,
    externalId: atMost(100),
    oldId: atMost(100),
    loginMessage: [(text, { useLoginMessage }) => (useLoginMessage ? mandatory(text) : null), atMost(2000)],
  }),
  Fields,
  Removal,
  Actions: ProcessButton,
  related: (t, { id }) => [
    { label: t('noun-clients:toLocals'), href: `${PATHS.locals.list}?client=${id}` },
    { label: t('admin:modules.title'), href: `${PATHS.modules}?client=${id}` },
    { label: t('noun-clients:toPlaces'), href: `${PATHS.places}?client=${id}` },
  ],
  places: () => ({ NAME_TAKEN: 'name' }),
})
