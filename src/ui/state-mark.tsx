import type { Completeness } from './format.ts'
import { useUi } from './provider.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
import css from './small.module.css'

/** The completeness of a figure in words, with the pattern charts and tables draw it in. Nothing for what is final. */
export function StateMark({ state, withWord = true }: { state: Completeness; withWord?: boolean }) {
  const { t } = useUi()
  if (state === 'final') return null
  const word = t(`ui.state.${state}`)
  return (
    <span className={css.state} data-state={state}>
      <span className={css.swatch} aria-hidden="true" />
      {withWord ? word : <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  )
}
