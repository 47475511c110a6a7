/** The rows of a sample, with the columns as they really are. */
import { cellOf } from '#domain/frame-build'
import { isoDay } from '#domain/periods'
import type { Cell, Column } from '#domain/frame'
import { Button, ErrorState, Skeleton, useUi } from '#ui'
import { columnName } from '../model/column-names.ts'
import { usePorts } from './ports.tsx'
import { SAMPLE_ROWS } from './sample.ts'
import { usePlaceName } from './use-part-name.ts'
import type { SampleState } from './use-sample.ts'
import css from './panels.module.css'

export function SampleTable({ sample, again }: { sample: SampleState; again: () => void }) {
  const { t, locale } = useUi()
  const { errorText, values } = usePorts()
  const placeName = usePlaceName()
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  if (sample.kind === 'waiting')
    return (
      <div className={css.waiting}>
        <Skeleton shape="table" />
      </div>
    )
  if (sample.kind === 'refused')
    return (
      <ErrorState compact title={t('editor-panels:sample.refused')} onRetry={again}>
        {errorText(sample.cause)}
      </ErrorState>
    )
  if (sample.kind === 'blocked') {
    const [param = sample.missing] = sample.missing.split('.')
    return (
      <p className={css.help}>
        {t(values(param) === undefined ? 'editor-panels:sample.blocked' : 'editor-panels:sample.blockedPart', {
          name: placeName(sample.missing),
        })}
      </p>
    )
  }
  if (sample.kind === 'unusable') return <p className={css.help}>{t('editor-panels:sample.unusable')}</p>
  const { frame, rows, isPart } = sample
  const cell = (value: Cell, { type }: Column): string => {
    if (value === null) return '–'
    if (type === 'day') return isoDay(Number(value))
    if (typeof value === 'boolean') return t(value ? 'editor-panels:yes' : 'editor-panels:no')
    return typeof value === 'number' ? number.format(value) : value
  }
  return (
    <div className={css.stack}>
      <div className={css.row}>
        <span className={css.help}>
          {rows > SAMPLE_ROWS
            ? t('editor-panels:sample.first', { shown: SAMPLE_ROWS, rows: number.format(rows) })
            : t('editor-panels:sample.all', { count: rows })}
        </span>
        <Button size="small" kind="quiet" onPress={again}>
          {t('editor-panels:sample.again')}
        </Button>
      </div>
      {isPart && <p className={css.help}>{t('editor-panels:sample.part')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach what is beyond its edge */}
      <div className={css.tableBox} tabIndex={0} role="region" aria-label={t('editor-panels:sample.title')}>
        <table className={css.table}>
          <thead>
            <tr>
              {frame.columns.map(({ id, role, type, unit }) => (
                <th key={id} scope="col" data-role={role}>
                  <span>{id}</span>
                  <small>
                    {[
                      columnName(t, id) === id ? null : columnName(t, id),
                      t(`editor-panels:type.${type}`),
                      unit && t(`editor-panels:unit.${unit}`),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: frame.rows }, (_row, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- a row of a sample is its place
              <tr key={row}>
                {frame.columns.map((column, at) => (
                  <td key={column.id} data-role={column.role} data-type={column.type}>
                    {cell(cellOf(frame, at, row), column)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
