import { lazy, useMemo, useState } from 'react'
import type { Cell } from '#domain/frame'
import { writtenFormat } from '#domain/format'
import type { Completeness, WidgetViewProps } from '#engine/types'
import { Badge, DataTable, StatusDot, useUi } from '#ui'
import type { PageSize, TableColumn } from '#ui'
import { ChangeMark } from '../lib/change-mark.tsx'
import { UNJUDGED } from '../lib/measure.ts'
import { pickOf } from '../lib/fields.ts'
import css from './data-table.module.css'
import type { DataTableOptions } from './generated/options.ts'
import { isTable } from './model.ts'
import type { TableProjection } from './model.ts'

export { project } from './model.ts'

type Drawn = TableProjection['drawn'][number]

/** Most tables have few rows: what scrolls through many comes with the first that has. */
const Many = lazy(() => import('./late/many.tsx'))

const PAGER_PX = 44
/** More rows than these are drawn as they are scrolled to. */
const ALL_UP_TO = 500

export default function DataTableWidget(props: WidgetViewProps<DataTableOptions>) {
  if (!isTable(props.projection)) return null
  return props.options.paging === 'all' && props.projection.rows.length > ALL_UP_TO ? (
    <Many {...props} projection={props.projection} />
  ) : (
    <Few {...props} projection={props.projection} />
  )
}

type Props = WidgetViewProps<DataTableOptions> & { projection: TableProjection }

function Few({ projection, options, size, context, emit }: Props) {
  const { format, t } = useUi()
  const [pageSize, setPageSize] = useState<PageSize | 'all'>(
    options.paging === 'all' ? 'all' : (Number(options.paging) as PageSize),
  )
  const { drawn, rows, totals, states = [], members } = projection
  const lines = useMemo(() => rows.map((_, row) => row), [rows])
  const columns = useMemo(
    () =>
      drawn.map((one): TableColumn<number> => {
        const value = (row: number): Cell => (one.at === null ? null : (rows[row]?.[one.at] ?? null))
        const column = {
          id: one.id,
          label: one.label,
          value,
          format: one.at === null ? ('number' as const) : writtenFormat(projection, one.at),
        }
        if (one.kind === 'course')
          return {
            ...column,
            isSortable: false,
            align: 'start',
            width: '7rem',
            render: (row) => <Course course={projection.courses?.[row]} />,
          }
        if (one.kind === 'change')
          return {
            ...column,
            render: (row) => <Change projection={projection} one={one} row={row} />,
            renderTotal: () => <TotalChange projection={projection} one={one} />,
          }
        if (one.kind === 'bar')
          return {
            ...column,
            render: (row) => (
              <Bar
                value={value(row)}
                max={one.max}
                text={format.exact(value(row), column.format)}
                letters={format.exact(one.max, column.format).length}
              />
            ),
          }
        if (one.kind === 'status')
          return {
            ...column,
            render: (row) => <Status value={value(row)} word={(status) => t(`ui.status.${status}`)} />,
          }
        return {
          ...column,
          align: projection.columns[one.at ?? 0]?.role === 'dim' && column.format === 'text' ? 'start' : 'end',
        }
      }),
    [drawn, rows, projection, format, t],
  )
  const sorted = drawn[options.sort - 1]
  return (
    <div className={css.table} style={{ height: size.height }} data-names={namesIn(projection)} data-grows>
      <DataTable
        label={context.t('description')}
        columns={columns}
        rows={lines}
        rowKey={(row) => row}
        reusesRows
        maxHeight={Math.max(80, size.height - (pageSize === 'all' ? 0 : PAGER_PX))}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        {...(sorted && {
          initialSort: { column: sorted.id, direction: options.descending ? 'descending' : 'ascending' },
        })}
        {...(totals && { totals, totalsLabel: context.t('total') })}
        stateOf={(row, column) => markOf(states[row] ?? 'final', drawn.find(({ id }) => id === column)?.kind)}
        onRowPress={(row) => emit('pick', pickOf(members[row] ?? null))}
      />
    </div>
  )
}

/** Columns of words, which share the width of a phone with the first figure. */
const namesIn = ({ drawn, columns }: TableProjection): number =>
  drawn.filter(({ at, kind }) => kind === 'dim' && at !== null && columns[at]?.format === 'text').length

/**
 * A hatch over every figure of a week with one late hour would hide the figures: the coverage says it, and what is
 * guessed or missing says it itself.
 */
function markOf(state: Completeness, kind: Drawn['kind'] | undefined): Completeness {
  if (kind === 'coverage') return state
  return kind === 'plain' || kind === 'bar' ? (state === 'partial' || state === 'settling' ? 'final' : state) : 'final'
}

function Change({ projection, one, row }: { projection: TableProjection; one: Drawn; row: number }) {
  const value = one.at === null ? null : (projection.rows[row]?.[one.at] ?? null)
  return (
    <ChangeMark
      value={typeof value === 'number' ? value : null}
      format={one.field?.unit === 'percent' ? 'points' : 'delta'}
      judged={projection.judged[row]?.[one.id] ?? UNJUDGED}
      gap={projection.gaps[row]?.[one.id]}
    />
  )
}

function TotalChange({ projection: { totals, totalChanges }, one }: { projection: TableProjection; one: Drawn }) {
  const value = totals?.[one.id] ?? null
  const { judged = UNJUDGED, gap = null } = totalChanges[one.id] ?? {}
  return (
    <ChangeMark
      value={typeof value === 'number' ? value : null}
      format={one.field?.unit === 'percent' ? 'points' : 'delta'}
      judged={judged}
      gap={gap}
    />
  )
}

/** The bar is before its figure, so that the figures are aligned. */
function Bar({ value, max, text, letters }: { value: Cell; max: number; text: string; letters: number }) {
  const part = typeof value === 'number' && max > 0 ? Math.max(0, Math.min(1, value / max)) : 0
  return (
    <span className={css.bar}>
      <svg className={css.track} height="8" aria-hidden="true">
        <rect className={css.fill} width={`${100 * part}%`} height="8" rx="2" />
      </svg>
      <span style={{ minWidth: `${letters}ch` }}>{text}</span>
    </span>
  )
}

const STATUSES = new Set(['up', 'down', 'closed', 'warn', 'unknown'])

function Status({ value, word }: { value: Cell; word: (status: string) => string }) {
  const text = String(value ?? 'unknown')
  return STATUSES.has(text) ? <StatusDot status={text as 'up'}>{word(text)}</StatusDot> : <Badge>{text}</Badge>
}

const [WIDE, HIGH] = [96, 22]

/** Bars the size of a word; a day that was not measured has none. Their figures are in the table of the courses. */
function Course({ course }: { course: NonNullable<TableProjection['courses']>[number] | undefined }) {
  if (course === undefined || course.values.length === 0) return null
  const known = course.values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const pitch = WIDE / course.values.length
  const y = (value: number) => (high === low ? HIGH : ((high - value) / (high - low)) * (HIGH - 1) + 0.5)
  return (
    <svg className={css.course} width={WIDE} height={HIGH} aria-hidden="true">
      {course.values.map((value, at) => {
        const isOpen = ['partial', 'settling', 'estimated'].includes(course.states[at] ?? 'final')
        // oxlint-disable-next-line react/no-array-index-key -- a place in time is its index
        return value === null ? null : (
          <rect
            key={at}
            className={isOpen ? css.open : css.fill}
            x={at * pitch + pitch * 0.12}
            width={Math.max(1, pitch * 0.76)}
            y={Math.min(y(value), y(0))}
            height={Math.max(1, Math.abs(y(0) - y(value)))}
            rx="1"
          />
        )
      })}
    </svg>
  )
}
