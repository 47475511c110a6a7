/** One footscan: its name, its protocol, and the area it counts. */
import { FOOTSCAN_KINDS } from '#domain/hubble'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import {
  atMost,
  Button,
  Checkbox,
  EntitySelector,
  FieldRow,
  Form,
  type FormApi,
  FormSection,
  ifNamed,
  mandatory,
  matches,
  Notice,
  NumberField,
  SaveBar,
  Select,
  TextField,
  useForm,
  useUi,
} from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { type ReactNode, useMemo, useState } from 'react'
import { clientItems, clientTypes } from '../client-items.ts'
import { MacField } from '../hubble/mac-field.tsx'
import { macRule } from '../hubble/entry-dialog.tsx'
import { useAreas } from '../hubble/fleet-queries.ts'
import { AreaDialog } from '../locals/area-dialog.tsx'
import { PATHS } from '../paths.ts'
import { Unsaved } from '../leaving.tsx'
import type { FootscanValues } from './footscan-values.ts'
import { PlannedDevices, usePlanned } from './planned.tsx'
import css from './footscans.module.css'

const EXTERNAL = /^[0-9A-Za-z._:-]+$/

export interface FootscanFormProps {
  initial: FootscanValues
  clients: readonly Client[]
  locals: readonly Local[]
  save: (values: FootscanValues) => Promise<void>
  /** Devices and areas of pre-setups of its local are suggested. */
  isNew?: boolean
  /** At the start of the bar. */
  children?: ReactNode
}

export function FootscanForm({ initial, clients, locals, save, isNew = false, children }: FootscanFormProps) {
  const { t } = useUi()
  const form = useForm<FootscanValues>({
    initial,
    onSubmit: save,
    rules: {
      name: [ifNamed, atMost(120)],
      mac: [mandatory, macRule(t)],
      client: mandatory,
      local: mandatory,
      area: mandatory,
      reportS: mandatory,
      externalId: [atMost(64), matches(EXTERNAL, t('fleet:externalId'))],
    },
  })
  const planned = usePlanned(isNew ? form.values.local : null)
  return (
    <Form
      form={form}
      label={t('fleet:footscans.one')}
      actions={
        <SaveBar form={form} cancelTo={PATHS.footscans.list}>
          {children}
        </SaveBar>
      }
    >
      <Unsaved form={form} />
      <FormSection title={t('fleet:footscans.one')}>
        <TextField label={t('admin:name')} maxLength={120} help={t('fleet:nameHelp')} {...form.field('name')} />
        <MacField isFixed={false} {...form.field('mac')} />
        <FieldRow>
          <PlannedDevices
            devices={planned.devices}
            chosen={form.values.mac}
            onChoose={({ id, position }) => {
              form.set('mac', id)
              if (form.values.name.trim() === '') form.set('name', position)
            }}
          />
        </FieldRow>
        <Select
          label={t('fleet:kind.label')}
          isRequired
          help={t('fleet:kind.help')}
          options={FOOTSCAN_KINDS.map((id) => ({ id, label: t(`fleet:kind.${id}`) }))}
          {...form.field('kind')}
          onChange={(kind) => {
            if (kind !== null) form.set('kind', kind)
          }}
        />
        <TextField
          label={t('fleet:externalId')}
          maxLength={64}
          autoComplete="off"
          help={t('fleet:externalIdHelp')}
          {...form.field('externalId')}
        />
      </FormSection>
      <PlaceSection form={form} initial={initial} clients={clients} locals={locals} planned={planned.areas} />
      <FormSection title={t('fleet:counting')}>
        <NumberField
          label={t('fleet:reportS')}
          isRequired
          min={1}
          max={86_400}
          step={1}
          help={t('fleet:reportSHelp')}
          {...form.field('reportS')}
        />
        <FieldRow>
          <Checkbox isSelected={form.values.reversed} onChange={(on) => form.set('reversed', on)}>
            {t('fleet:reversed')}
          </Checkbox>
        </FieldRow>
        <FieldRow>
          <Checkbox isSelected={form.values.enabled} onChange={(on) => form.set('enabled', on)}>
            {t('fleet:enabledHelp')}
          </Checkbox>
        </FieldRow>
      </FormSection>
    </Form>
  )
}

interface PlaceSectionProps extends Pick<FootscanFormProps, 'initial' | 'clients' | 'locals'> {
  form: FormApi<FootscanValues>
  /** Areas by name, as they were planned. */
  planned: readonly string[]
}

/** The area that it counts: another client takes the local away, and another local the area. */
function PlaceSection({ form, initial, clients, locals, planned }: PlaceSectionProps) {
  const { t } = useUi()
  const [isAdding, setAdding] = useState(false)
  const { client, local, area } = form.values
  const areas = useAreas(local)
  const places = useMemo(
    () => locals.filter((one) => one.client === client).map(({ id, name, code }) => ({ id, name, hint: code })),
    [locals, client],
  )
  // Until they are here the one in force has no name, and is no stray either.
  const positions =
    areas.data === undefined
      ? area === null
        ? []
        : [{ id: area, label: '…' }]
      : areas.data.map(({ id, name, zone }) => ({ id, label: name, hint: t(`fleet:zone.${zone}`) }))
  const isMoved = initial.area !== null && area !== null && area !== initial.area
  const chooseClient = (next: number | null) => {
    form.set('client', next)
    if (next === client) return
    form.set('local', null)
    form.set('area', null)
  }
  const chooseLocal = (next: number | null) => {
    form.set('local', next)
    if (next !== local) form.set('area', null)
  }
  return (
    <FormSection title={t('fleet:place')} note={t('fleet:placeNote')}>
      <EntitySelector
        label={t('fleet:client')}
        isRequired
        items={clientItems(clients)}
        types={clientTypes(t)}
        {...form.field('client')}
        onChange={chooseClient}
      />
      <EntitySelector
        label={t('fleet:local')}
        isRequired
        isDisabled={client === null}
        items={places}
        {...form.field('local')}
        onChange={chooseLocal}
      />
      <Select
        label={t('fleet:area')}
        isRequired
        isDisabled={local === null || areas.data === undefined}
        options={positions}
        {...form.field('area')}
        help={local !== null && areas.data?.length === 0 ? t('fleet:noAreas') : undefined}
      />
      {local !== null && areas.data !== undefined && (
        <div className={css.besideField}>
          <Button icon={<PlusIcon />} onPress={() => setAdding(true)}>
            {t('fleet:addArea')}
          </Button>
        </div>
      )}
      {isAdding && local !== null && (
        <AreaDialog
          title={t('fleet:addArea')}
          local={local}
          planned={planned.find((name) => areas.data?.every((one) => one.name !== name))}
          onClose={() => setAdding(false)}
          onAdded={({ id }) => void areas.refetch().then(() => form.set('area', id))}
        />
      )}
      {isMoved && (
        <FieldRow>
          <Notice kind="info">{t(client === initial.client ? 'fleet:moved' : 'fleet:movedClient')}</Notice>
        </FieldRow>
      )}
    </FormSection>
  )
}
