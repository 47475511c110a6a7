/** Discharges of clients, of orders and of installations: three lists that are one page, and their forms. */
import { dischargeMachine } from '#domain/machines/discharges'
import type { ClientDischargeDraft } from '#schemas/generated/api/client-discharge-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ClientDischarge } from '#schemas/generated/entities/client-discharge.ts'
import type { InstallationDischarge } from '#schemas/generated/entities/installation-discharge.ts'
import type { OrderDischarge } from '#schemas/generated/entities/order-discharge.ts'
import { atLeast, atMost, DateField, EntitySelector, FieldRow, FormSection, mandatory, TextField, useUi } from '#ui'
import { UploadIcon } from '#ui/icons/index.tsx'
import { clientItems } from '../client-items.ts'
import { readLines, writeLines } from '../data-lines.ts'
import { resourcePages } from '../resource/pages.tsx'
import type { ResourcePages } from '../resource/resource-pages.ts'
import type { FieldsProps } from '../resource/resource.ts'
import { useClients } from '../use-admin-data.ts'

const KINDS = [
  ['client', 'discharges'],
  ['order', 'order-discharges'],
  ['installation', 'installation-discharges'],
] as const
type Kind = (typeof KINDS)[number][0]
type Discharge = ClientDischarge | OrderDischarge | InstallationDischarge

interface Values {
  readonly dischargeId: string
  readonly date: string | null
  readonly client: number | null
  readonly clientOldId: string
  readonly oldId: string
  readonly data: string
}

/** The fields of one kind; its words are with it. */
const fieldsOf = (words: `noun-${string}:`) =>
  function Fields({ form, lists }: FieldsProps<Values, readonly Client[]>) {
    const { t } = useUi()
    return (
      <>
        <FormSection title={t(`${words}one`)}>
          <TextField label={t(`${words}dischargeId`)} isRequired maxLength={60} {...form.field('dischargeId')} />
          <DateField label={t(`${words}date`)} isRequired {...form.field('date')} />
          <FieldRow>
            <EntitySelector label={t(`${words}client`)} items={clientItems(lists)} {...form.field('client')} />
          </FieldRow>
        </FormSection>
        <FormSection title={t(`${words}oldIds`)}>
          <TextField label={t(`${words}clientOldId`)} maxLength={60} {...form.field('clientOldId')} />
          <TextField label={t(`${words}oldId`)} maxLength={60} {...form.field('oldId')} />
          <FieldRow>
            <TextField label={t(`${words}data`)} help={t(`${words}dataHelp`)} rows={4} {...form.field('data')} />
          </FieldRow>
        </FormSection>
      </>
    )
  }

/** The two ids have separate fields. */
function valuesOf({ dischargeId, date, client, data }: Discharge): Values {
  const { clientOldId, oldId, ...rest } = data
  return {
    dischargeId,
    date,
    client,
    clientOldId: clientOldId ?? '',
    oldId: oldId ?? '',
    data: writeLines(rest as Parameters<typeof writeLines>[0]),
  }
}

function draftOf({ dischargeId, date, client, clientOldId, oldId, data }: Values): ClientDischargeDraft {
  const read = readLines(data)
  return {
    dischargeId: dischargeId.trim(),
    date: date ?? '',
    client,
    data: {
      ...(read.wrong === undefined && read.data),
      ...(clientOldId.trim() !== '' && { clientOldId: clientOldId.trim() }),
      ...(oldId.trim() !== '' && { oldId: oldId.trim() }),
    },
  }
}

export function dischargePages(kind: Kind): ResourcePages {
  const name = KINDS.find(([one]) => one === kind)?.[1] ?? 'discharges'
  const words = `noun-${name}:` as const
  const path = `discharges/${kind}`
  return resourcePages<Discharge, ClientDischargeDraft, Values, readonly Client[]>({
    name,
    path,
    words,
    icon: UploadIcon,
    collection: (api) => api.entries(path),
    siblings: (t) => ({
      label: t(`${words}kinds`),
      all: KINDS.map(([one, page]) => ({ name: page, label: t(`${words}kind.${one}`) })),
    }),
    label: ({ dischargeId }) => dischargeId,
    machine: { table: dischargeMachine, tones: { pending: 'warn', processed: 'good' }, asks: ['discard'] },
    columns: (t, clients) => [
      { attr: 'dischargeId', label: t(`${words}dischargeId`) },
      { attr: 'date', label: t(`${words}date`), type: 'Date', options: { time: false } },
      {
        attr: 'client',
        label: t(`${words}client`),
        isLong: true,
        value: ({ client }) =>
          client === null ? '' : (clients?.find(({ id }) => id === client)?.name ?? `#${client}`),
      },
      { attr: 'data.clientOldId', label: t(`${words}clientOldId`) },
      { attr: 'data.oldId', label: t(`${words}oldId`) },
    ],
    useLists: useClients,
    initial: { dischargeId: '', date: null, client: null, clientOldId: '', oldId: '', data: '' },
    valuesOf,
    draftOf,
    rules: (t) => ({
      dischargeId: [mandatory, atLeast(3), atMost(60)],
      date: mandatory,
      data: (text) => {
        const { wrong } = readLines(text)
        return wrong === undefined ? null : t(`${words}dataInvalid`, { line: wrong })
      },
    }),
    Fields: fieldsOf(words),
    places: () => ({
      NAME_TAKEN: 'dischargeId',
      CLIENT_NOT_FOUND: 'client',
      DATE_INVALID: 'date',
      YEAR_OUT_OF_RANGE: 'date',
    }),
  })
}
