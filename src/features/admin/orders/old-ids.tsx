import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { Button, Notice, TextField, toasts, useUi } from '#ui'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useUnsaved } from '../leaving.tsx'
import css from './orders.module.css'

interface OldIdsProps {
  order: Order
  rows: readonly LocalOrder[]
  nameOf: (row: LocalOrder) => string
  refresh: () => Promise<unknown>
  onClose: () => void
}

/** All of them are saved, or none. */
export function OldIds({ order, rows, nameOf, refresh, onClose }: OldIdsProps) {
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
