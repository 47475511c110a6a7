/** The table twin of every chart: the same projection, with the same formats, parts one under the other. */
import { DataTable, useUi } from '#ui'
import type { Projection } from '../types.ts'
import css from './projection-table.module.css'

export function ProjectionTable({ projection, label }: { projection: Projection; label: string }) {
  const { format } = useUi()
  if (projection.parts && projection.parts.length > 0) {
    return (
      <div className={css.parts}>
        {projection.parts.map((part) => (
          <div key={part.id} className={css.part}>
            <h4 className={css.title}>{part.title}</h4>
            <ProjectionTable projection={part.projection} label={`${label}: ${part.title}`} />
          </div>
        ))}
      </div>
    )
  }
  void format
  return (
    <DataTable
      label={label}
      columns={projection.columns.map((column) => ({ id: column.id, label: column.label, format: column.format, align: column.role === 'dim' ? 'start' as const : 'end' as const }))}
      rows={projection.rows}
      states={projection.states}
    />
  )
}
