/** The entries of the documentation: how to read figures, the screens, the metrics. */
import { StateMark, useUi } from '#ui'
import type { DocsScreen, metricEntries, RULES, STATES } from './entries.ts'
import css from './docs.module.css'

interface ReadingProps {
  rules: readonly (typeof RULES)[number][]
  states: readonly (typeof STATES)[number][]
}

export function Reading({ rules, states }: ReadingProps) {
  const { t } = useUi()
  return (
    <>
      {rules.map((id) => (
        <article key={id}>
          <h3>{t(`docs:rule.${id}.title`)}</h3>
          <p>{t(`docs:rule.${id}.text`)}</p>
        </article>
      ))}
      {states.length > 0 && (
        <article>
          <h3>{t('docs:states')}</h3>
          <dl className={css.states}>
            {states.map((id) => (
              <div key={id}>
                <dt>{id === 'final' ? t('ui.state.final') : <StateMark state={id} />}</dt>
                <dd>{t(`ui.stateHint.${id}`)}</dd>
              </div>
            ))}
          </dl>
        </article>
      )}
    </>
  )
}

export function Screens({ screens }: { screens: readonly DocsScreen[] }) {
  const { t } = useUi()
  return (
    <>
      {screens.map(({ id, title, href, parts }) => (
        <article key={id} id={`screen-${id}`}>
          <h3>{href === undefined ? title : <a href={href}>{title}</a>}</h3>
          <p>{t(`docs:screen.${id}`)}</p>
          {parts.length > 0 && (
            <dl className={css.widgets}>
              {parts.map((part) => (
                <div key={part.title}>
                  <dt>{part.title}</dt>
                  <dd>{part.text}</dd>
                </div>
              ))}
            </dl>
          )}
        </article>
      ))}
    </>
  )
}

export function Metrics({ metrics }: { metrics: readonly ReturnType<typeof metricEntries>[number][] }) {
  const { t } = useUi()
  return (
    <>
      {metrics.map(({ id, name, description, definition, formula, unit, better, settings }) => (
        <article key={id} id={id}>
          <h3>{name}</h3>
          <p>{description}</p>
          <dl className={css.facts}>
            <div>
              <dt>{t('docs:formula')}</dt>
              <dd>{formula ?? t('docs:formula.counted')}</dd>
            </div>
            <div>
              <dt>{t('docs:unit')}</dt>
              <dd>{unit}</dd>
            </div>
            <div>
              <dt>{t('docs:better')}</dt>
              <dd>{better}</dd>
            </div>
            <div>
              <dt>{t('docs:definition')}</dt>
              <dd>
                <code>{definition}</code>
              </dd>
            </div>
            {settings.length > 0 && (
              <div>
                <dt>{t('docs:settings')}</dt>
                <dd>
                  {settings.map((one) => (
                    <code key={one}>{one}</code>
                  ))}
                </dd>
              </div>
            )}
          </dl>
        </article>
      ))}
    </>
  )
}
