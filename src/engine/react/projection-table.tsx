/** The table twin of every chart: the same projection with the same formats, parts one under the other. */
import { DataTable, type TableColumn } from '#ui'
import { useMemo } from 'react'
import { writtenFormat } from '#domain/format'
import type { Projection } from '../types.ts'
import css from './projection-table.module.css'

export interface ProjectionTableProps {
  projection: Projection
  label: string
  maxHeight?: number
}

export function ProjectionTable({ projection, label, maxHeight }: ProjectionTableProps) {
  if (projection.parts === undefined || projection.parts.length === 0)
    return <OneTable projection={projection} label={label} maxHeight={maxHeight} />
  return (
    <div className={css.parts}>
      {projection.parts.map((part) => (
        <div key={part.id}>
          <h4 className={css.title}>{part.title}</h4>
          <ProjectionTable projection={part.projection} label={`${label}: ${part.title}`} />
        </div>
      ))}
    </div>
  )
}

function OneTable({ projection, label, maxHeight }: ProjectionTableProps) {
  const columns = useMemo(
    () =>
      projection.columns.map((column, at): TableColumn<number> => ({
        id: column.id,
        label: column.label,
        format: writtenFormat(projection, at),
        align: column.role === 'dim' ? 'start' : 'end',
        isRowHeader: column.id === (projection.category ?? projection.columns[0]?.id),
        value: (row) => projection.rows[row]?.[at] ?? null,
      })),
    [projection],
  )
  const rows = useMemo(() => projection.rows.map((_, row) => row), [projection])
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={(row) => row}
      reusesRows
      maxHeight={maxHeight}
      stateOf={(row, column) => projection.columnStates?.[column]?.[row] ?? projection.states?.[row] ?? 'final'}
    />
  )
}
