/**
 * Which day is compared with which, and what has no counterpart: the table behind every change, asked for when it is
 * opened.
 */
import { columnIndex, toRows } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import { Button, DataTable, ErrorState, Skeleton, type TableColumn, useUi } from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import { useEffect, useMemo, useState } from 'react'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import type { Projection, ProjectionColumn } from '../types.ts'
import css from './page-mark.module.css'

const SOURCE = 'compare.days'
const HEIGHT_PX = 320
const FIGURES = [
  'locals',
  'ins',
  'insCompared',
  'insLeftOut',
  'insReference',
  'insReferenceCompared',
  'insReferenceLeftOut',
] as const
/** Figures in the panel; the file has all. */
const SHOWN = [
  'day',
  'referenceDay',
  'pairedBy',
  'locals',
  'insCompared',
  'insLeftOut',
  'insReferenceCompared',
  'insReferenceLeftOut',
]
/** What has a name of its own in every language; a holiday is called as its calendar calls it. */
const EVENTS: ReadonlySet<Cell> = new Set(['easter', 'blackFriday'])

export interface DaysPanelProps {
  readonly dashboard: Pick<Dashboard, 'beside'>
  readonly onExport?: ((projection: Projection) => void) | undefined
}

export function DaysPanel({ dashboard, onExport }: DaysPanelProps) {
  const { t } = useUi()
  const [found, setFound] = useState<Frame | 'failed' | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    dashboard
      .beside(SOURCE, stop.signal)
      .then((frame) => setFound(frame ?? 'failed'))
      .catch(() => {
        if (!stop.signal.aborted) setFound('failed')
      })
    return () => stop.abort()
  }, [dashboard])
  const projection = useMemo(() => (found === null || found === 'failed' ? null : projectionOf(found, t)), [found, t])
  if (found === 'failed') return <ErrorState title={t('app:frame.error')} code="SOURCE_FAILED" />
  if (projection === null) return <Skeleton shape="table" />
  return (
    <>
      <Days projection={projection} />
      {onExport !== undefined && (
        <p data-print="hide">
          <Button size="small" icon={<DownloadIcon />} onPress={() => onExport(projection)}>
            {t('app:frame.csv')}
          </Button>
        </p>
      )}
    </>
  )
}

type Translate = ReturnType<typeof useUi>['t']

function projectionOf(frame: Frame, t: Translate): Projection {
  const at = (id: string) => columnIndex(frame, id)
  const dim = (id: string, format: ProjectionColumn['format']): ProjectionColumn => ({
    id,
    label: t(`app:days.column.${id}`),
    format,
    role: 'dim',
  })
  const rows = toRows(frame).map((row): Cell[] => [
    row[at('day')] ?? null,
    row[at('referenceDay')] ?? null,
    whyOf(row[at('pairedBy')] ?? null, row[at('name')] ?? null, t),
    ...FIGURES.map((id) => row[at(id)] ?? null),
  ])
  return {
    columns: [
      dim('day', 'day'),
      dim('referenceDay', 'day'),
      dim('pairedBy', 'text'),
      ...FIGURES.map((id): ProjectionColumn => ({
        id,
        label: t(`app:days.column.${id}`),
        format: 'count',
        role: 'measure',
      })),
    ],
    rows,
    category: 'day',
    summary: t('app:days.label'),
  }
}

function whyOf(pairedBy: Cell, name: Cell, t: Translate): string {
  if (EVENTS.has(name)) return t(`app:days.event.${String(name)}`)
  return name === null || name === '' ? t(`app:days.why.${String(pairedBy)}`) : String(name)
}

function Days({ projection }: { projection: Projection }) {
  const { t } = useUi()
  const lines = useMemo(() => projection.rows.map((_, row) => row), [projection])
  const columns = useMemo(
    () =>
      projection.columns.flatMap(({ id, label, format, role }, at): TableColumn<number>[] =>
        SHOWN.includes(id)
          ? [
              {
                id,
                label,
                format,
                align: role === 'dim' ? 'start' : 'end',
                isRowHeader: id === 'day',
                value: (row) => projection.rows[row]?.[at] ?? null,
              },
            ]
          : [],
      ),
    [projection],
  )
  const totals = Object.fromEntries(
    FIGURES.filter((id) => id !== 'locals').map((id) => {
      const at = projection.columns.findIndex((column) => column.id === id)
      return [id, projection.rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0)]
    }),
  )
  return (
    <div className={css.days}>
      <DataTable
        label={t('app:days.label')}
        columns={columns}
        rows={lines}
        rowKey={(row) => row}
        maxHeight={HEIGHT_PX}
        totals={totals}
        totalsLabel={t('ui.table.total')}
      />
    </div>
  )
}
