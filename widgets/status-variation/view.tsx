import { useLayoutEffect, useRef, useState } from 'react'
import { DEVICE_STATUSES } from '#domain/device-status'
import type { Cell } from '#domain/frame'
import type { WidgetViewProps } from '#engine/types'
import { formatter } from '#domain/format'
import { StatusDot } from '#ui'
import { RowsTable } from '../lib/rows-table.tsx'
import { dotOf, statusWord } from '../lib/status.ts'
import rowsCss from '../lib/rows-table.module.css'
import css from './status-variation.module.css'
import type { StatusVariationOptions } from './generated/options.ts'
import { isVariation, type StoreLine } from './model.ts'

export { project } from './model.ts'

const HEAD_PX = 40

interface Line {
  readonly store: StoreLine
  readonly cells: readonly Cell[]
}

export default function StatusVariation({ projection, size, context, emit }: WidgetViewProps<StatusVariationOptions>) {
  const counts = useRef<HTMLUListElement>(null)
  const [headPx, setHeadPx] = useState(HEAD_PX)
  // On a narrow phone three of them need two lines: the room of the table is known once they are laid out.
  useLayoutEffect(() => {
    const list = counts.current
    if (list === null) return undefined
    const measure = () => setHeadPx(list.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  if (!isVariation(projection)) return null
  const lines = projection.rows.map((cells, at): Line => ({ cells, store: projection.stores[at] as StoreLine }))
  const isPlace = (id: string): id is 'today' | 'yesterday' | 'lastWeek' =>
    id === 'today' || id === 'yesterday' || id === 'lastWeek'
  const { exact } = formatter(context.locale)
  return (
    <div>
      <ul ref={counts} className={css.counts} aria-label={context.t('footscans')}>
        {DEVICE_STATUSES.map((status) => (
          <li key={status} data-none={projection.counts[status] === 0 || undefined}>
            <StatusDot status={dotOf(status)}>
              <b>{exact(projection.counts[status])}</b> {statusWord(context, status)}
            </StatusDot>
          </li>
        ))}
      </ul>
      <RowsTable
        label={context.t('description')}
        rows={lines}
        rowKey={({ store }) => store.local}
        height={size.height - headPx}
        note={projection.note}
        empty={context.t('none')}
        columns={projection.columns.map(({ id, label }, at) => ({
          id,
          label,
          value: ({ cells }: Line) => cells[at] ?? null,
          ...(isPlace(id) && {
            render: ({ cells, store }: Line) => (
              <span className={store[id] === 'CLOSED' ? rowsCss.calm : undefined}>
                <StatusDot status={dotOf(store[id])}>{cells[at]}</StatusDot>
              </span>
            ),
          }),
        }))}
        onRowPress={({ store }) => emit('pickLocal', { local: store.local })}
      />
    </div>
  )
}
