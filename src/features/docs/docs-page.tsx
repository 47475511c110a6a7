/**
 * Documentation: how figures are read, what each screen shows, what each metric is. Made from the registry, the layouts
 * and the texts in use.
 */
import { Card, EmptyState, Page, TextField, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Metrics } from './metrics.tsx'
import { Reading } from './reading.tsx'
import { Screens } from './screens.tsx'
import { type DocsScreen, finds, RULES, STATES } from './entries.ts'
import { metricEntries } from './metric-entries.ts'
import css from './docs.module.css'

const LINKS = [
  { id: 'api', href: '/api/docs' },
  { id: 'openapi', href: '/api/openapi.json' },
  { id: 'ingest', href: '/api/docs#ingest' },
  { id: 'downloads', href: '/api/docs#downloads' },
] as const

export function DocsPage({ screens }: { screens: readonly DocsScreen[] }) {
  const { t } = useUi()
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const metrics = useMemo(() => metricEntries(t), [t])
  const shown = (...texts: readonly string[]) => finds(text, ...texts)
  const rules = RULES.filter((id) => shown(t(`docs:rule.${id}.title`), t(`docs:rule.${id}.text`)))
  const states = STATES.filter((id) => shown(t('docs:states'), t(`ui.state.${id}`), t(`ui.stateHint.${id}`)))
  const pages = screens.filter(({ id, title, parts }) =>
    shown(title, t(`docs:screen.${id}`), ...parts.flatMap((part) => [part.title, part.text])),
  )
  const figures = metrics.filter(({ name, description, definition, formula }) =>
    shown(name, description, definition, formula ?? ''),
  )
  const links = LINKS.filter(({ id }) => shown(t(`docs:link.${id}`), t(`docs:link.${id}Text`)))
  const found = rules.length + states.length + pages.length + figures.length + links.length
  return (
    <Page title={t('docs:title')} note={t('docs:note')}>
      <div className={css.find}>
        <TextField
          label={t('docs:search')}
          type="search"
          icon={<SearchIcon />}
          value={text}
          onChange={(next) => setSearch(next === '' ? {} : { q: next }, { replace: true })}
        />
        <p role="status" className={css.count}>
          {text === '' ? '' : t('docs:found', { n: found })}
        </p>
      </div>
      <div className={css.split}>
        <nav className={css.contents} aria-label={t('docs:contents')}>
          <ul>
            {[
              ['reading', rules.length + states.length],
              ['screens', pages.length],
              ['metrics', figures.length],
              ['programs', links.length],
            ].map(
              ([id, count]) =>
                count !== 0 && (
                  <li key={id}>
                    <a href={`#${id}`}>{t(`docs:part.${id}`)}</a> <span>{count}</span>
                  </li>
                ),
            )}
          </ul>
        </nav>
        <div className={css.parts}>
          {found === 0 && (
            <EmptyState icon={<SearchIcon size={20} />} title={t('docs:none', { text })}>
              {t('docs:noneText')}
            </EmptyState>
          )}
          <Part id="reading" isShown={rules.length + states.length > 0}>
            <Reading rules={rules} states={states} />
          </Part>
          <Part id="screens" isShown={pages.length > 0}>
            <Screens screens={pages} />
          </Part>
          <Part id="metrics" isShown={figures.length > 0}>
            <Metrics metrics={figures} />
          </Part>
          <Part id="programs" isShown={links.length > 0}>
            {links.map(({ id, href }) => (
              <article key={id}>
                <h3>
                  <a href={href}>{t(`docs:link.${id}`)}</a>
                </h3>
                <p>{t(`docs:link.${id}Text`)}</p>
              </article>
            ))}
          </Part>
        </div>
      </div>
    </Page>
  )
}

function Part({ id, isShown, children }: { id: string; isShown: boolean; children: ReactNode }) {
  const { t } = useUi()
  return (
    isShown && (
      <div id={id} className={css.part}>
        <Card title={t(`docs:part.${id}`)}>
          <div className={css.entries}>{children}</div>
        </Card>
      </div>
    )
  )
}
