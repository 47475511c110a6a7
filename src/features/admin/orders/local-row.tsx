import type { LocalOrder } from '#schemas/generated/entities/local-order.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import { confirmAndRun, IconButton, LinkButton, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useAdmin } from '../admin-frame.tsx'
import css from './orders.module.css'

interface LocalRowProps {
  order: Order
  row: LocalOrder
  name: string
  refresh: () => Promise<unknown>
}

export function LocalRow({ order, row, name, refresh }: LocalRowProps) {
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
