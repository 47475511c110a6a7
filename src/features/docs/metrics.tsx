import { useUi } from '#ui'
import type { metricEntries } from './metric-entries.ts'
import css from './docs.module.css'

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
