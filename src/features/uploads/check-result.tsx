/** What a check found: rows that fit, ids that no local has, and rows that are wrong. */
import { OFFER_SHEETS, type OfferMode, UPLOAD_FIRST_DATE, UPLOAD_MISSING_SHOWN, type UploadKind } from '#domain/uploads'
import type { UploadCheck, UploadRow } from '#schemas/generated/entities/upload-check.ts'
import { Button, DataTable, Notice, type TableColumn, useUi } from '#ui'
import { useId, useState } from 'react'
import css from './uploads.module.css'

export function CheckResult({ check, kind, mode }: { check: UploadCheck; kind: UploadKind; mode: OfferMode }) {
  const { t, locale } = useUi()
  const number = new Intl.NumberFormat(locale)
  // Each sheet counts its own lines.
  const hasSheets = kind === 'offersOrders' && (OFFER_SHEETS[mode]?.length ?? 0) > 1
  const hasLocals = kind !== 'investment'
  const { rows, foundRows, missingRows, missingIds, invalidRows, unusableDates, ambiguousIds } = check
  return (
    <div className={css.result}>
      <dl className={css.counts} aria-label={t('uploads:check.label')}>
        <div>
          <dt>{t('uploads:check.rows')}</dt>
          <dd>{number.format(rows)}</dd>
        </div>
        <div data-tone={foundRows > 0 ? 'good' : undefined}>
          <dt>{t('uploads:check.found')}</dt>
          <dd>{number.format(foundRows)}</dd>
        </div>
        {hasLocals && (
          <div data-tone={missingRows > 0 ? 'warn' : undefined}>
            <dt>{t('uploads:check.missing')}</dt>
            <dd>{number.format(missingRows)}</dd>
          </div>
        )}
        <div data-tone={invalidRows > 0 ? 'bad' : undefined}>
          <dt>{t('uploads:check.invalid')}</dt>
          <dd>{number.format(invalidRows)}</dd>
        </div>
      </dl>
      {foundRows === 0 && hasLocals && <Notice kind="warn">{t('uploads:nothingFound')}</Notice>}
      {missingIds > 0 && (
        <Notice kind="warn" title={t('uploads:missing.title', { count: missingIds })}>
          <Missing ids={check.missing} all={missingIds} />
        </Notice>
      )}
      {invalidRows > 0 && (
        <Notice kind="bad" title={t('uploads:invalid.title')}>
          <ul className={css.why}>
            {unusableDates > 0 && (
              <li>{t('uploads:invalid.dates', { count: unusableDates, from: UPLOAD_FIRST_DATE })}</li>
            )}
            {ambiguousIds > 0 && <li>{t('uploads:invalid.ambiguous')}</li>}
          </ul>
        </Notice>
      )}
      {invalidRows > 0 && (
        <div className={css.bad}>
          <Rows
            label={t('uploads:invalid.rows', { shown: check.invalid.length, all: invalidRows })}
            rows={check.invalid}
            kind={kind}
            hasSheets={hasSheets}
          />
        </div>
      )}
      {foundRows > 0 && (
        <Rows
          label={t('uploads:found.rows', { shown: check.found.length, all: foundRows })}
          rows={check.found}
          kind={kind}
          hasSheets={hasSheets}
        />
      )}
    </div>
  )
}

/** Up to three stand there; more are folded away. */
function Missing({ ids, all }: { ids: readonly string[]; all: number }) {
  const { t } = useUi()
  const id = useId()
  const isMany = all > UPLOAD_MISSING_SHOWN
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.missing}>
      {isMany && (
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'uploads:missing.hide' : 'uploads:missing.show', { count: all })}
        </Button>
      )}
      <ul id={id} className={css.ids} hidden={isMany && !isOpen}>
        {ids.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
        {all > ids.length && <li>{t('uploads:missing.more', { n: all - ids.length })}</li>}
      </ul>
    </div>
  )
}

function Rows({
  label,
  rows,
  kind,
  hasSheets,
}: {
  label: string
  rows: readonly UploadRow[]
  kind: UploadKind
  hasSheets: boolean
}) {
  const { t, format, locale } = useUi()
  const isWrong = rows.some(({ problem }) => problem !== null)
  const text = (
    id: keyof UploadRow & ('code' | 'local' | 'client' | 'date' | 'hour' | 'concept' | 'company' | 'sheet'),
  ): TableColumn<UploadRow> => ({ id, label: t(`uploads:column.${id}`), value: (row) => row[id], isSortable: false })
  const count = (id: 'offers' | 'orders' | 'tickets' | 'units'): TableColumn<UploadRow> => ({
    id,
    label: t(`uploads:column.${id}`),
    format: 'count',
    value: (row) => row[id],
    isSortable: false,
  })
  const cents = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const amount = (id: 'investment' | 'sales'): TableColumn<UploadRow> => ({
    id,
    label: t(`uploads:column.${id}`),
    format: 'number',
    value: (row) => row[id],
    isSortable: false,
    render: ({ [id]: value }) => (value === null ? format.exact(null, 'number') : cents.format(value)),
  })
  const has = (id: keyof UploadRow) => rows.some((row) => row[id] !== null)
  const line: TableColumn<UploadRow> = {
    id: 'line',
    label: t('uploads:column.line'),
    format: 'count',
    value: (row) => row.line,
    isSortable: false,
    width: '4.5rem',
  }
  const lines = hasSheets ? [text('sheet'), line] : [line]
  const places =
    kind === 'investment'
      ? []
      : [text('code'), ...(has('local') ? [text('local')] : []), ...(has('client') ? [text('client')] : [])]
  const values =
    kind === 'offersOrders'
      ? [count('offers'), count('orders')]
      : kind === 'investment'
        ? [amount('investment'), text('concept')]
        : [count('tickets'), ...(has('sales') ? [amount('sales')] : []), ...(has('units') ? [count('units')] : [])]
  const problem: TableColumn<UploadRow> = {
    id: 'problem',
    label: t('uploads:column.problem'),
    value: (row) => row.problem,
    isSortable: false,
    render: (row) => (
      <span className={css.problem}>
        {t(`uploads:problem.${row.problem ?? ''}`)}
        {row.value !== null && (
          <>
            : <code>{row.value}</code>
          </>
        )}
      </span>
    ),
  }
  return (
    <figure className={css.rows}>
      <figcaption>{label}</figcaption>
      <div className={css.table}>
        <DataTable
          label={label}
          rows={rows}
          rowKey={(row) => `${row.sheet ?? ''} ${row.line}`}
          columns={
            isWrong
              ? [
                  ...lines,
                  problem,
                  ...places.slice(0, 1),
                  text('date'),
                  ...(has('hour') ? [text('hour')] : []),
                  ...values,
                ]
              : [
                  ...lines,
                  ...places,
                  text('date'),
                  ...(has('hour') ? [text('hour')] : []),
                  ...values,
                  ...(has('company') ? [text('company')] : []),
                ]
          }
        />
      </div>
    </figure>
  )
}
