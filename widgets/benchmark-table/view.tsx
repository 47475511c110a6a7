import { type CSSProperties, useState } from 'react'
import type { Cell } from '#domain/frame'
import type { Completeness, WidgetViewProps } from '#engine/types'
import { DataTable, PAGE_SIZES } from '#ui'
import type { PageSize, TableColumn } from '#ui'
import { ChangeMark } from '../lib/change-mark.tsx'
import { useHeight } from '../lib/chart-key.tsx'
import { UNJUDGED } from '../lib/measure.ts'
import layout from '../lib/layout.module.css'
import type { BenchmarkTableOptions } from './generated/options.ts'
import { isBenchmark } from './model.ts'
import type { BenchmarkProjection } from './model.ts'
import css from './benchmark-table.module.css'

export { project } from './model.ts'

interface Line {
  readonly id: number | null
  readonly at: number
  readonly cells: readonly Cell[]
}

const PAGER_PX = 44
/** More rows than this are shown page by page: hundreds of them cost more to lay out than all the charts together. */
const ALL_UP_TO = 60

export default function BenchmarkTable({ projection, size, context, emit }: WidgetViewProps<BenchmarkTableOptions>) {
  const [pageSize, setPageSize] = useState<PageSize>(PAGE_SIZES[0])
  const [noteRef, noteHeight] = useHeight(isBenchmark(projection) && projection.note !== null ? null : 0)
  if (!isBenchmark(projection)) return null
  const paged = projection.rows.length > ALL_UP_TO
  const lines = projection.rows.map((cells, at): Line => ({ id: projection.locals[at] ?? null, at, cells }))
  const total = lines.find(({ id }) => id === null)
  const height = Math.max(0, size.height - noteHeight)
  return (
    <div className={layout.part} style={{ height: size.height }} data-grows>
      <div className={css.table} style={{ height }}>
        <DataTable
          label={context.t('description')}
          columns={projection.columns.map((_, at) => columnOf(projection, at, context.t('change'), total))}
          rows={lines.filter(({ id }) => id !== null)}
          rowKey={({ id }) => id ?? 'total'}
          reusesRows
          maxHeight={paged ? Math.max(0, height - PAGER_PX) : height}
          pageSize={paged ? pageSize : 'all'}
          onPageSizeChange={setPageSize}
          {...(total && {
            totals: Object.fromEntries(
              projection.columns.slice(1).map(({ id }, at) => [id, total.cells[at + 1] ?? null]),
            ),
            totalsLabel: String(total.cells[0]),
          })}
          stateOf={({ at }, column) => markOf(projection.states?.[at] ?? 'final', column)}
          onRowPress={({ id }) => {
            if (id !== null) emit('pickLocal', { local: id })
          }}
        />
      </div>
      {projection.note !== null && (
        <div ref={noteRef} className={layout.note} data-wrap>
          <p>{projection.note}</p>
        </div>
      )}
    </div>
  )
}

/**
 * Completeness has a separate column; a hatch over every figure of a week with one late hour would hide the
 * figures. What is not known, guessed or closed is marked where it is read.
 */
function markOf(state: Completeness, column: string): Completeness {
  if (column === 'coverage') return state
  return isOfReference(column) || state === 'partial' || state === 'settling' ? 'final' : state
}

const isOfReference = (column: string) =>
  column.endsWith('.change') || ['local', 'peers', 'gap', 'rank'].includes(column)

function columnOf(
  projection: BenchmarkProjection,
  at: number,
  change: string,
  total: Line | undefined,
): TableColumn<Line> {
  const { id, label, format } = projection.columns[at] as BenchmarkProjection['columns'][number]
  const value = ({ cells }: Line) => cells[at] ?? null
  const judged = (line: Line) => projection.judged[line.at]?.[id] ?? UNJUDGED
  const mark = (line: Line) => {
    const cell = value(line)
    return (
      <ChangeMark
        value={typeof cell === 'number' ? cell : null}
        format={format === 'points' ? 'points' : 'delta'}
        judged={judged(line)}
        gap={projection.gaps[line.at]?.[id]}
      />
    )
  }
  if (id.endsWith('.change'))
    return {
      id,
      label: change,
      title: label,
      format,
      value,
      render: mark,
      ...(total && { renderTotal: () => mark(total) }),
    }
  if (id === 'gap') return { id, label, format, value, render: mark }
  if (id === 'rank') return { id, label, format, value, render: (line) => <Rank value={value(line)} /> }
  return { id, label, format, value }
}

/** The rank of a local among its peers: a point on a line from worst to best, and the number. */
function Rank({ value }: { value: Cell }) {
  if (typeof value !== 'number') return <>–</>
  return (
    <span className={css.rank}>
      <span className={css.rail} style={{ '--at': `${value}%` } as CSSProperties} aria-hidden="true" />
      <span>{value}</span>
    </span>
  )
}
