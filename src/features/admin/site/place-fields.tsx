/** Of which local it is, and what it is called. */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { EntitySelector, type FormApi, FieldRow, type QueryLike, TextField, useUi } from '#ui'
import { both } from '../both.ts'
import { clientItems } from '../client-items.ts'
import { useClients } from '../use-admin-data.ts'
import { useLocals } from '../use-locals.ts'

export interface PlaceValues {
  readonly name: string
  readonly client: number | null
  readonly local: number | null
}
export type PlaceLists = readonly [readonly Client[], readonly Local[]]

/** Clients and their locals. */
/** The client, or the local, of an id in a history; null for another field, and while they load. */
export function placeText(lists: PlaceLists | undefined, name: string, value: unknown): string | null {
  if (lists === undefined || typeof value !== 'number') return null
  const [clients, locals] = lists
  const all = name === 'client' ? clients : name === 'local' ? locals : []
  return all.find(({ id }) => id === value)?.name ?? null
}

export const usePlaceLists = (): QueryLike<PlaceLists> => both(useClients(), useLocals())

export const placeName = (
  lists: PlaceLists | undefined,
  { client, local }: { readonly client: number | null; readonly local: number | null },
): string => {
  const [clients, locals] = lists ?? [[], []]
  return [
    clients.find(({ id }) => id === client)?.name,
    local === null ? undefined : (locals.find(({ id }) => id === local)?.name ?? `#${local}`),
  ]
    .filter((name) => name !== undefined)
    .join(' · ')
}

export function PlaceFields({ form, lists: [clients, locals] }: { form: FormApi<PlaceValues>; lists: PlaceLists }) {
  const { t } = useUi()
  const client = form.field('client')
  const local = form.field('local')
  const own = locals.filter((one) => one.client === client.value)
  return (
    <>
      <EntitySelector
        label={t('admin:site.client')}
        isRequired
        items={clientItems(clients)}
        {...client}
        onChange={(next) => {
          client.onChange(next)
          if (next !== client.value) local.onChange(null)
        }}
      />
      <EntitySelector
        label={t('admin:site.local')}
        isRequired
        isDisabled={client.value === null}
        items={own.map(({ id, name, code }) => ({ id, name, ...(code !== null && { hint: code }) }))}
        {...local}
      />
      <FieldRow>
        <TextField label={t('admin:name')} help={t('admin:site.nameHelp')} maxLength={120} {...form.field('name')} />
      </FieldRow>
    </>
  )
}
