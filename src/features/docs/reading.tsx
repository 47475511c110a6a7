import { StateMark, useUi } from '#ui'
import type { RULES, STATES } from './entries.ts'
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
