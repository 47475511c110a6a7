/** The locals of an order: chosen while it is a draft; what each is called elsewhere, changed all at once. */
import { isRecord } from '#domain/record'
import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import {
  Button,
  Card,
  confirmAndRun,
  EmptyState,
  EntitySelector,
  IconButton,
  LinkButton,
  Notice,
  QueryState,
  TextField,
  toasts,
  useUi,
} from '#ui'
import { PlusIcon, StoreIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { useUnsaved } from '../leaving.tsx'
import { localItems, useLocals } from '../use-locals.ts'
import css from './orders.module.css'

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

interface LocalRowProps {
  order: Order
  row: LocalOrder
  name: string
  refresh: () => Promise<unknown>
}

function LocalRow({ order, row, name, refresh }: LocalRowProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const remove = async () => {
    await confirmAndRun({
      question: t('noun-orders:removeLocal', { name }),
      isDanger: true,
      confirmLabel: t('admin:remove'),
      errorText: say,
      run: async () => {
        await api.orders.removeLocal(order.id, row.id)
        await refresh()
      },
    })
  }
  return (
    <li className={css.row}>
      <span className={css.what}>
        <span>{name}</span>
        <span>{row.oldId === null ? t('noun-orders:noOldId') : `${t('noun-orders:oldId')}: ${row.oldId}`}</span>
      </span>
      {row.installation !== null && (
        <LinkButton size="small" href={`/users/admin/installations/${row.installation}`}>
          {t('noun-orders:installation')}
        </LinkButton>
      )}
      {order.status === 'draft' && (
        <IconButton
          plain
          size="small"
          label={t('admin:removeName', { name })}
          icon={<TrashIcon />}
          onPress={() => void remove()}
        />
      )}
    </li>
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
      // What another person did meanwhile is seen, too.
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

interface OldIdsProps {
  order: Order
  rows: readonly LocalOrder[]
  nameOf: (row: LocalOrder) => string
  refresh: () => Promise<unknown>
  onClose: () => void
}

/** All of them are saved, or none. */
function OldIds({ order, rows, nameOf, refresh, onClose }: OldIdsProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const [values, setValues] = useState<ReadonlyMap<number, string>>(
    new Map(rows.map(({ id, oldId }) => [id, oldId ?? ''])),
  )
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useUnsaved(rows.some(({ id, oldId }) => (values.get(id) ?? '') !== (oldId ?? '')) && !isBusy)
  const trimmed = [...values].map(([id, value]) => [id, value.trim()] as const)
  const isTwice = (id: number) => {
    const own = values.get(id)?.trim() ?? ''
    return own !== '' && trimmed.filter(([, value]) => value === own).length > 1
  }
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      await api.orders.setOldIds(
        order.id,
        trimmed.map(([id, value]) => ({ id, oldId: value === '' ? null : value })),
      )
      await refresh()
      toasts.success(t('admin:saved', { name: order.name }))
      onClose()
    } catch (cause) {
      setError(say(cause))
      setBusy(false)
    }
  }
  return (
    <form
      className={css.oldIds}
      aria-label={t('noun-orders:changeOldIds')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className={css.lead}>{t('noun-orders:oldIdsOf')}</p>
      {error !== null && <Notice kind="bad">{error}</Notice>}
      {rows.map((row) => (
        <TextField
          key={row.id}
          label={nameOf(row)}
          maxLength={100}
          value={values.get(row.id) ?? ''}
          error={isTwice(row.id) ? t('noun-orders:oldIdTwice') : undefined}
          onChange={(value) => setValues(new Map(values).set(row.id, value))}
        />
      ))}
      <div className={css.acts}>
        <Button kind="primary" type="submit" isPending={isBusy} isDisabled={rows.some(({ id }) => isTwice(id))}>
          {t('noun-orders:saveOldIds')}
        </Button>
        <Button onPress={onClose}>{t('admin:cancel')}</Button>
      </div>
    </form>
  )
}
