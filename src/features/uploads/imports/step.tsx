/** One of the four steps: its number or its state, its title, what it says in short, and its content. */
import { useUi, VisuallyHidden } from '#ui'
import { CheckIcon, WarningIcon } from '#ui/icons/index.tsx'
import type { ReactNode } from 'react'
import css from './imports.module.css'

export const STEPS = ['files', 'columns', 'places', 'check'] as const
export type StepId = (typeof STEPS)[number]

/** `ask`: something has to be said there; `look`: a guess that should be looked at. */
type StepState = 'waiting' | 'open' | 'look' | 'ask' | 'done'

export interface StepSummary {
  readonly state: StepState
  readonly note: string
}

export const stepElementId = (id: StepId) => `import-${id}`

function StepMark({ number, state }: { number: number; state: StepState }) {
  const { t } = useUi()
  return (
    <span className={css.mark} data-state={state}>
      {state === 'done' ? (
        <CheckIcon size={14} />
      ) : state === 'ask' || state === 'look' ? (
        <WarningIcon size={14} />
      ) : (
        <span aria-hidden="true">{number}</span>
      )}
      {state !== 'open' && <VisuallyHidden>{t(`imports:state.${state}`)}</VisuallyHidden>}
    </span>
  )
}

export interface StepProps {
  id: StepId
  summary: StepSummary
  actions?: ReactNode
  children?: ReactNode
}

export function Step({ id, summary: { state, note }, actions, children }: StepProps) {
  const { t } = useUi()
  const heading = `${stepElementId(id)}-title`
  return (
    <section id={stepElementId(id)} tabIndex={-1} className={css.step} data-state={state} aria-labelledby={heading}>
      <header className={css.stepHead}>
        <StepMark number={STEPS.indexOf(id) + 1} state={state} />
        <div className={css.stepTitles}>
          <h2 id={heading}>{t(`imports:step.${id}`)}</h2>
          <p>{note}</p>
        </div>
        {actions !== undefined && <div className={css.stepActions}>{actions}</div>}
      </header>
      {children !== undefined && children !== false && children !== null && (
        <div className={css.stepBody}>{children}</div>
      )}
    </section>
  )
}

/** The four at a glance, beside them where there is room. */
export function Rail({ summaries }: { summaries: Readonly<Record<StepId, StepSummary>> }) {
  const { t } = useUi()
  return (
    <nav className={css.rail} aria-label={t('imports:steps')}>
      <ol>
        {STEPS.map((id, at) => (
          <li key={id} data-state={summaries[id].state}>
            <a
              href={`#${stepElementId(id)}`}
              onClick={(event) => {
                event.preventDefault()
                goTo(stepElementId(id))
              }}
            >
              <StepMark number={at + 1} state={summaries[id].state} />
              <span className={css.railWords}>
                <span>{t(`imports:step.${id}`)}</span>
                <span>{summaries[id].note}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Brings a step into sight and gives it the focus. */
export function goTo(id: string): void {
  const element = document.getElementById(id)
  if (element === null) return
  element.scrollIntoView({ block: 'start' })
  element.focus({ preventScroll: true })
}
