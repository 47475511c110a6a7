import type { ResourceColumn, Translate } from '#ui'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Dealership } from '#schemas/generated/entities/dealership.ts'
import { LOCAL_STATUSES, LOCAL_TYPES } from './fields.tsx'
import type { LocalRow } from './use-local-rows.ts'

const words = (t: Translate, key: string, ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, t(`noun-locals:${key}.${id}`)]))

export function columnsOf(
  t: Translate,
  clients: readonly Client[],
  dealerships: readonly Dealership[],
): ResourceColumn<LocalRow>[] {
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const dealers = new Map(dealerships.map(({ id, name }) => [id, name]))
  return [
    { attr: 'name', label: t('admin:name') },
    { attr: 'code', label: t('noun-locals:code') },
    { attr: 'client', label: t('noun-locals:client'), value: ({ client }) => names.get(client) ?? `#${client}` },
    { attr: 'type', label: t('noun-locals:type'), options: { names: words(t, 'types', LOCAL_TYPES) } },
    {
      attr: 'paramStatus',
      label: t('noun-locals:status'),
      value: ({ closedOn, paramStatus }) => (closedOn === null ? paramStatus : 'closed'),
      options: { names: words(t, 'statuses', [...LOCAL_STATUSES, 'closed']) },
    },
    { attr: 'locality', label: t('noun-locals:locality') },
    { attr: 'externalId', label: t('noun-locals:externalId') },
    ...(dealers.size === 0
      ? []
      : [
          {
            attr: 'dealership',
            label: t('noun-locals:dealership'),
            value: ({ dealership }: LocalRow) => (dealership === null ? null : (dealers.get(dealership) ?? null)),
          },
        ]),
  ]
}
