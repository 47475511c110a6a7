/** The locals of an order: chosen while it is a draft; what each is called elsewhere, changed all at once. */
import { isRecord } from '#domain/record'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { Button, Card, EmptyState, EntitySelector, QueryState, TextField, useUi } from '#ui'
import { PlusIcon, StoreIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { useUnsaved } from '../leaving.tsx'
import { localItems, useLocals } from '../use-locals.ts'
import css from './orders.module.css'
import { OldIds } from './old-ids.tsx'
import { LocalRow } from './local-row.tsx'

interface OrderLocalsProps {
  entity: Order
  refresh: () => Promise<unknown>
}

export function OrderLocals({ entity: order, refresh }: OrderLocalsProps) {
  const { t } = useUi()
  const { api } = useAdmin()
  const own = useQuery({
    queryKey: ['admin', 'orders', order.id, 'locals'],
    queryFn: ({ signal }) => api.orders.locals(order.id, signal),
    staleTime: 0,
  })
  const locals = useLocals(order.client)
  return (
    <Card title={t('noun-orders:locals')}>
      <QueryState of={both(own, locals)} skeleton="text">
        {([rows, all]) => <Rows order={order} rows={rows} locals={all} refresh={refresh} />}
      </QueryState>
    </Card>
  )
}

interface RowsProps {
  order: Order
  rows: readonly LocalOrder[]
  locals: readonly Local[]
  refresh: () => Promise<unknown>
}

function Rows({ order, rows, locals, refresh }: RowsProps) {
  const { t } = useUi()
  const [isEditing, setEditing] = useState(false)
  const isDraft = order.status === 'draft'
  const mayRename = isDraft || order.status === 'launched'
  const nameOf = ({ local }: LocalOrder) => locals.find(({ id }) => id === local)?.name ?? `#${local}`
  return (
    <div className={css.locals}>
      {rows.length === 0 && (
        <EmptyState icon={<StoreIcon size={20} />} title={t('noun-orders:noLocals')}>
          {t('noun-orders:noLocalsText')}
        </EmptyState>
      )}
      {isEditing ? (
        <OldIds order={order} rows={rows} nameOf={nameOf} refresh={refresh} onClose={() => setEditing(false)} />
      ) : (
        <ul className={css.rows}>
          {rows.map((row) => (
            <LocalRow key={row.id} order={order} row={row} name={nameOf(row)} refresh={refresh} />
          ))}
        </ul>
      )}
      {isDraft && !isEditing && <AddLocal order={order} rows={rows} locals={locals} refresh={refresh} />}
      {mayRename && !isEditing && rows.length > 0 && (
        <div>
          <Button size="small" onPress={() => setEditing(true)}>
            {t('noun-orders:changeOldIds')}
          </Button>
        </div>
      )}
    </div>
  )
}

function AddLocal({ order, rows, locals, refresh }: RowsProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const [local, setLocal] = useState<number | null>(null)
  const [oldId, setOldId] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<{ readonly at: 'local' | 'oldId'; readonly text: string } | null>(null)
  useUnsaved((local !== null || oldId.trim() !== '') && !isBusy)
  const free = locals.filter(({ id }) => !rows.some((row) => row.local === id))
  const add = async () => {
    if (local === null) return
    setBusy(true)
    setError(null)
    try {
      await api.orders.addLocal(order.id, { local, oldId: oldId.trim() === '' ? null : oldId.trim() })
      setLocal(null)
      setOldId('')
    } catch (cause) {
      const isOldId = isRecord(cause) && cause.code === 'OLD_ID_CONFLICT'
      setError({ at: isOldId ? 'oldId' : 'local', text: say(cause) })
    } finally {
      // Changes by another user are shown, too.
      await refresh()
      setBusy(false)
    }
  }
  return (
    <div className={css.add}>
      <EntitySelector
        label={t('noun-orders:local')}
        items={localItems(free, order.client)}
        value={local}
        onChange={setLocal}
        error={error?.at === 'local' ? error.text : undefined}
      />
      <TextField
        label={t('noun-orders:oldId')}
        maxLength={100}
        value={oldId}
        error={error?.at === 'oldId' ? error.text : undefined}
        onChange={setOldId}
      />
      <Button icon={<PlusIcon />} isPending={isBusy} isDisabled={local === null} onPress={() => void add()}>
        {t('noun-orders:addLocal')}
      </Button>
    </div>
  )
}
