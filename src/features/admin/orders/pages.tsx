/** Orders: what their list shows, what their form asks, and their locals below it. */
import { orderMachine } from '#domain/machines/orders'
import type { OrderDraft } from '#schemas/generated/api/order-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { OrderProgress } from '#schemas/generated/entities/order-progress.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { atMost, EntitySelector, FormSection, mandatory, nameRules, TextField, useUi } from '#ui'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { TableIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { clientItems } from '../client-items.ts'
import { resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { UserProcessButton } from '../resource/user-process.tsx'
import { useClients } from '../use-admin-data.ts'
import { OrderLocals } from './order-locals.tsx'

interface Values {
  readonly name: string
  readonly client: number | null
}
type Lists = readonly [readonly Client[], readonly OrderProgress[]]

function useLists() {
  const { api } = useAdmin()
  const progress = useQuery({
    queryKey: ['admin', 'orders', 'progress'],
    queryFn: ({ signal }) => api.orders.progress(signal),
    staleTime: 0,
  })
  return both(useClients(), progress)
}

function Fields({ form, lists: [clients] }: FieldsProps<Values, Lists>) {
  const { t } = useUi()
  return (
    <FormSection title={t('noun-orders:one')}>
      <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
      <EntitySelector
        label={t('noun-orders:client')}
        isRequired
        items={clientItems(clients)}
        {...form.field('client')}
      />
    </FormSection>
  )
}

function ProcessButton() {
  const { t } = useUi()
  return (
    <UserProcessButton<Order>
      process={{
        path: 'orders',
        entries: { name: 'orders', path: 'orders' },
        lead: t('noun-orders:processLead'),
        label: ({ name }) => name,
        holder: ({ assignee }) => assignee,
        state: ({ status, stateAt }) => ({ word: t(`noun-orders:states.${status}`), at: stateAt }),
      }}
    />
  )
}

export default resourcePages<Order, OrderDraft, Values, Lists>({
  name: 'orders',
  words: 'noun-orders:',
  icon: AREA_ICONS.sales ?? TableIcon,
  collection: (api) => api.entries('orders'),
  label: ({ name }) => name,
  machine: {
    table: orderMachine,
    tones: { draft: 'warn', launched: 'accent', closed: 'good' },
    asks: ['launch', 'close', 'cancel'],
  },
  columns: (t, lists) => {
    const [clients, progress] = lists ?? [[], []]
    const of = new Map(progress.map((one) => [one.order, one]))
    return [
      { attr: 'name', label: t('admin:name') },
      {
        attr: 'client',
        label: t('noun-orders:client'),
        isLong: true,
        value: ({ client }) => clients.find(({ id }) => id === client)?.name ?? `#${client}`,
      },
      {
        attr: 'locals',
        label: t('noun-orders:locals'),
        type: 'Number',
        value: ({ id }) => (lists === undefined ? undefined : (of.get(id)?.locals ?? 0)),
      },
      {
        attr: 'installed',
        label: t('noun-orders:installed'),
        title: t('noun-orders:installedTitle'),
        type: 'Number',
        value: ({ id, status }) => (status === 'draft' ? undefined : of.get(id)?.installed),
      },
    ]
  },
  useLists,
  Actions: ProcessButton,
  initial: { name: '', client: null },
  valuesOf: ({ name, client }) => ({ name, client }),
  draftOf: ({ name, client }) => ({ name: name.trim(), client: client ?? 0 }),
  rules: () => ({ name: [...nameRules, atMost(120)], client: mandatory }),
  Fields,
  Parts: OrderLocals,
  opensNew: true,
  places: () => ({ NAME_TAKEN: 'name', CLIENT_NOT_FOUND: 'client', ORDER_CLIENT_CONFLICT: 'client' }),
})
