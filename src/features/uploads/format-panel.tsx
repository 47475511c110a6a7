/** How the chosen kind of file is written: its columns, an example, and what is taken. */
import {
  IMPORTER_COMPANIES,
  INVESTMENT_CONCEPTS,
  INVESTMENT_SHEET,
  isText,
  OFFER_SHEETS,
  OPTIONAL_TEXT_COLUMNS,
  TEXT_COLUMNS,
  UPLOAD_FIRST_DATE,
  type OfferMode,
  type UploadKind,
} from '#domain/uploads'
import { useUi } from '#ui'
import css from './uploads.module.css'

const EXAMPLES: Readonly<Record<keyof typeof TEXT_COLUMNS, string>> = {
  CSV: '0012;2026-03-28;14;3',
  CSV_MULTICLIENT: '0012;2026-03-28;14;3;Moda Norte',
  ticketsHourly: '0012;2026-03-28;17:00:00;+01;23;812,50;41',
  ticketsDaily: '0012;2026-03-28;184;6420,90;331',
}

export function FormatPanel({ kind, mode }: { kind: UploadKind; mode: OfferMode }) {
  const { t } = useUi()
  const isOffers = kind === 'offersOrders'
  const isTickets = kind === 'ticketsHourly' || kind === 'ticketsDaily'
  const name = isOffers ? (mode === 'CSV_MULTICLIENT' ? mode : 'CSV') : kind === 'investment' ? null : kind
  const sheets = kind === 'investment' ? [INVESTMENT_SHEET] : (OFFER_SHEETS[mode] ?? [])
  const text = isText(kind, mode)
  return (
    <aside className={css.aside} aria-label={t('uploads:format.label')}>
      <section>
        <h2>{t(text ? 'uploads:format.text' : 'uploads:format.workbook')}</h2>
        {text && name !== null ? (
          <>
            <Columns columns={TEXT_COLUMNS[name]} optional={isTickets ? OPTIONAL_TEXT_COLUMNS : []} />
            <pre className={css.example}>{EXAMPLES[name]}</pre>
          </>
        ) : (
          sheets.map((sheet) => (
            <div key={sheet.name}>
              {sheet.name !== null && <p className={css.sheet}>{t('uploads:format.sheet', { name: sheet.name })}</p>}
              <Columns columns={sheet.columns} />
            </div>
          ))
        )}
        {kind === 'ticketsHourly' && <p className={css.hint}>{t('uploads:format.offset')}</p>}
        {kind === 'ticketsDaily' && <p className={css.hint}>{t('uploads:format.daily')}</p>}
        {isTickets && <p className={css.hint}>{t('uploads:format.sales')}</p>}
        {kind === 'investment' && (
          <p className={css.hint}>{t('uploads:format.concepts', { list: INVESTMENT_CONCEPTS.join(', ') })}</p>
        )}
        {isOffers && mode === 'SINGLE_HME' && (
          <p className={css.hint}>{t('uploads:format.companies', { list: IMPORTER_COMPANIES.join(', ') })}</p>
        )}
      </section>
      <section>
        <h2>{t('uploads:format.rules')}</h2>
        <ul className={css.rules}>
          {kind !== 'investment' && <li>{t('uploads:format.code')}</li>}
          <li>{t('uploads:format.date', { from: UPLOAD_FIRST_DATE })}</li>
          <li>{t('uploads:format.whole')}</li>
          <li>{t('uploads:format.again')}</li>
        </ul>
      </section>
    </aside>
  )
}

function Columns({ columns, optional = [] }: { columns: readonly string[]; optional?: readonly string[] }) {
  const { t } = useUi()
  return (
    <ol className={css.columns}>
      {columns.map((column) => (
        <li key={column}>
          <code>{column}</code>
        </li>
      ))}
      {optional.map((column) => (
        <li key={column}>
          <code>{column}</code> <small>{t('uploads:format.optional')}</small>
        </li>
      ))}
    </ol>
  )
}
