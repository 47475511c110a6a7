import type { ReactNode } from 'react'
import type { DeviceStatus } from '#domain/device-status'
import type { Cell } from '#domain/frame'
import type { WidgetViewProps } from '#engine/types'
import { StatusDot } from '#ui'
import { RowsTable } from '../lib/rows-table.tsx'
import { dotOf } from '../lib/status.ts'
import rowsCss from '../lib/rows-table.module.css'
import type { StatusChangesOptions } from './generated/options.ts'
import { isChanges, type ChangeLine } from './model.ts'

export { project } from './model.ts'

interface Line {
  readonly line: ChangeLine
  readonly cells: readonly Cell[]
}

function Dot({ status, children }: { status: DeviceStatus | null; children: ReactNode }) {
  return (
    <span className={status === 'CLOSED' ? rowsCss.calm : undefined}>
      <StatusDot status={dotOf(status)}>{children}</StatusDot>
    </span>
  )
}

export default function StatusChanges({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<StatusChangesOptions>) {
  if (!isChanges(projection)) return null
  const lines = projection.rows.map((cells, at): Line => ({ cells, line: projection.lines[at] as ChangeLine }))
  return (
    <RowsTable
      label={context.t('description')}
      rows={lines}
      rowKey={({ line }) => line.device}
      height={size.height}
      note={projection.note}
      empty={context.t(`none.${options.versus}`)}
      columns={projection.columns.flatMap(({ id, label, format }, at) =>
        id === 'now' || (id === 'before' && !options.openings)
          ? []
          : [
              {
                id,
                label,
                ...(format === 'duration' && { format }),
                value: ({ cells }: Line) => cells[at] ?? null,
                ...(id === 'device' && {
                  render: ({ cells, line }: Line) => (
                    <span className={rowsCss.device} title={line.mac}>
                      {cells[at]}
                    </span>
                  ),
                }),
                // The event has the dot of the current state: one column less where there is little room.
                ...((id === 'before' || id === 'change') && {
                  render: ({ cells, line }: Line) => (
                    <Dot status={id === 'before' ? line.before : line.now}>{cells[at]}</Dot>
                  ),
                }),
              },
            ],
      )}
      onRowPress={({ line }) => emit('pickLocal', { local: line.local })}
    />
  )
}
