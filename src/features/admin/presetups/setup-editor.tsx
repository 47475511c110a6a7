/** A pre-setup, step by step: each step is saved by itself, and kept on the device until the server has it. */
import {
  missingParts,
  PRESETUP_PARTS,
  type PresetupPart,
  problemOfPart,
  type Setup,
  settledSetup,
} from '#domain/presetup'
import { mergedPart } from '#domain/presetup-merge'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { Button, useUi, VisuallyHidden } from '#ui'
import { CheckIcon } from '#ui/icons/index.tsx'
import { useEffect, useRef, useState } from 'react'
import { DraftProblem } from '../site/draft-problem.tsx'
import { useAskForms } from '../leaving.tsx'
import { SavedLine } from '../site/saved-line.tsx'
import type { EditorProps } from '../site/site-pages.tsx'
import { type EntryDrafts, useEntryDrafts } from '../site/use-entry-drafts.ts'
import { setupLines } from './lines.ts'
import type { StepProps } from './step.ts'
import css from '../site/site.module.css'
import { Step } from './setup-step.tsx'

const STEPS = Object.keys(PRESETUP_PARTS) as readonly PresetupPart[]
/** The specification numbers the steps after the local. */
const NUMBERS: Readonly<Record<PresetupPart, string>> = {
  place: '·',
  footscans: '1',
  people: '2',
  schedule: '3',
  zones: '4',
  points: '5',
}

type StepState = 'done' | 'open' | 'kept' | 'wrong'

const isStep = (step: string | null): step is PresetupPart => (STEPS as readonly (string | null)[]).includes(step)

export function SetupEditor(props: EditorProps<Presetup>) {
  const { path, entryRef, entity, place, step: requested, onStep, aside } = props
  const { t, locale } = useUi()
  const entry = useEntryDrafts(path, entryRef, entity)
  const setup = entry.merged as Setup & Presetup
  const step = isStep(requested) ? requested : 'footscans'
  const problem = problemOfPart(setup, step)
  // Several forms may add before the page is drawn again.
  const last = useRef(setup)
  useEffect(() => {
    last.current = setup
  })
  const change: StepProps['change'] = (values) => {
    const names: readonly string[] = PRESETUP_PARTS[step]
    const now = last.current
    const next = settledSetup({ ...now, ...(typeof values === 'function' ? values(now) : values) })
    last.current = next
    const own = Object.fromEntries(names.map((name) => [name, next[name as keyof Setup]]))
    entry.change(step, own, problemOfPart(next, step) === null)
  }
  const at = STEPS.indexOf(step)
  const askForms = useAskForms()
  const go = (next: string) => {
    if (askForms()) onStep(next)
  }
  return (
    <div className={css.site}>
      <StepList setup={setup} entry={entry} step={step} onStep={go} />
      <section className={css.main} aria-label={t(`noun-presetups:step.${step}`)}>
        <div className={css.head}>
          <h2 className={css.title}>{t(`noun-presetups:step.${step}`)}</h2>
          <p className={css.note}>{t(`noun-presetups:stepNote.${step}`)}</p>
          <SavedLine drafts={entry.drafts} isReachable={entry.isReachable} isSending={entry.isSending} />
        </div>
        <DraftProblem
          draft={entry.draftOf(step)}
          queue={entry.queue}
          linesOf={(part, values) => setupLines(t, locale, part, values)}
          bothOf={(part, theirs, mine) => {
            const merged = mergedPart(part, theirs, mine)
            return merged === null || problemOfPart({ ...setup, ...merged }, step) !== null ? null : merged
          }}
        />
        <Step
          key={step}
          step={step}
          setup={setup}
          problem={problem}
          isChanged={entry.draftOf(step) !== undefined}
          change={change}
          place={place}
        />
        <div className={css.foot}>
          {at > 0 && <Button onPress={() => go(STEPS[at - 1] ?? step)}>{t('admin:site.back')}</Button>}
          <span className={css.gap} />
          {at < STEPS.length - 1 ? (
            <Button kind="primary" onPress={() => go(STEPS[at + 1] ?? step)}>
              {t('admin:site.next')}
            </Button>
          ) : (
            <FinishButton {...props} />
          )}
        </div>
      </section>
      <div className={css.aside}>{aside}</div>
    </div>
  )
}

/** After the last step comes the end, where there is one: it is done already, or the server does not have it yet. */
function FinishButton({ act, allowed }: Pick<EditorProps<Presetup>, 'act' | 'allowed'>) {
  const { t } = useUi()
  const [isBusy, setBusy] = useState(false)
  if (act === undefined || allowed?.includes('finish') !== true) return null
  const finish = async () => {
    setBusy(true)
    await act('finish')
    setBusy(false)
  }
  return (
    <Button kind="primary" isPending={isBusy} onPress={() => void finish()}>
      {t('noun-presetups:actions.finish')}
    </Button>
  )
}

interface StepListProps {
  setup: Setup
  entry: EntryDrafts<Setup & Presetup> | EntryDrafts<Presetup>
  step: PresetupPart
  onStep: (step: string) => void
}

function StepList({ setup, entry, step, onStep }: StepListProps) {
  const { t } = useUi()
  const missing = missingParts(setup)
  const stateOf = (part: PresetupPart): StepState => {
    const draft = entry.draftOf(part)
    if (draft?.problem != null) return 'wrong'
    if (draft !== undefined) return 'kept'
    return missing.includes(part) ? 'open' : 'done'
  }
  return (
    <nav aria-label={t('noun-presetups:steps')}>
      <ol className={css.steps}>
        {STEPS.map((part) => {
          const state = stateOf(part)
          return (
            <li key={part}>
              <button
                type="button"
                className={css.step}
                data-state={state}
                aria-current={part === step ? 'step' : undefined}
                onClick={() => onStep(part)}
              >
                <span className={css.number} aria-hidden="true">
                  {state === 'done' ? <CheckIcon size={14} /> : state === 'wrong' ? '!' : NUMBERS[part]}
                </span>
                <span>{t(`noun-presetups:step.${part}`)}</span>
                <VisuallyHidden>{t(`admin:site.stepState.${state}`)}</VisuallyHidden>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
