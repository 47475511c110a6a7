/** Beside the form: the columns of the file, and the same question as a program asks it. */
import { downloadColumns } from '#domain/download'
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'
import { CopyCode, useUi } from '#ui'
import type { Choice } from './choice.ts'
import css from './downloads.module.css'

const addressOf = (query: DownloadQuery) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()

export function ColumnsPanel({ choice, query }: { choice: Choice; query: DownloadQuery | null }) {
  const { t } = useUi()
  const columns = downloadColumns(choice.content, choice.unit === 'client' && choice.byLocal)
  return (
    <aside className={css.aside}>
      <section aria-labelledby="download-columns">
        <h2 id="download-columns">{t('downloads:columns', { n: columns.length })}</h2>
        <ul className={css.columns}>
          {columns.map(({ id }) => (
            <li key={id}>
              <code>{id}</code>
            </li>
          ))}
        </ul>
        <p className={css.hint}>{t('downloads:columnsNote')}</p>
      </section>
      <section aria-labelledby="download-program">
        <h2 id="download-program">{t('downloads:program')}</h2>
        <p className={css.hint}>{t('downloads:programNote')}</p>
        {query === null ? (
          <p className={css.hint}>{t('downloads:programLater')}</p>
        ) : (
          <div className={css.call}>
            <CopyCode code={`GET /api/downloads?${addressOf(query)}`} />
          </div>
        )}
        <p className={css.links}>
          <a href="/api/docs">{t('downloads:apiDocs')}</a>
        </p>
      </section>
    </aside>
  )
}
