/** The result of a check: valid rows, ids that no local has, and invalid rows. */
import { OFFER_SHEETS, type OfferMode, UPLOAD_FIRST_DATE, type UploadKind } from '#domain/uploads'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import { Notice, useUi } from '#ui'
import css from './uploads.module.css'
import { Rows } from './check-rows.tsx'
import { Missing } from './missing-rows.tsx'

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
