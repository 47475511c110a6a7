/** Earlier and later, beside what says which time is shown. */
import { IconButton, useUi } from '#ui'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/index.tsx'
import type { ReactNode } from 'react'
import css from './time-steps.module.css'

export interface TimeStepsProps {
  /** Of what, where a page has several. */
  name?: string
  /** Why there is nothing later. */
  noLater?: string
  /** Undefined: there is nothing earlier. */
  onEarlier: (() => void) | undefined
  /** Undefined: there is nothing later. */
  onLater: (() => void) | undefined
}

export function TimeSteps({ name, noLater, onEarlier, onLater }: TimeStepsProps) {
  const { t } = useUi()
  const called = (text: string) => (name === undefined ? text : `${name}: ${text}`)
  return (
    <div className={css.steps} data-print="hide">
      <IconButton
        kind="default"
        label={called(t('app:period.earlier'))}
        icon={<ChevronLeftIcon />}
        isDisabled={onEarlier === undefined}
        onPress={() => onEarlier?.()}
      />
      <IconButton
        kind="default"
        label={called(onLater === undefined && noLater !== undefined ? noLater : t('app:period.later'))}
        icon={<ChevronRightIcon />}
        isDisabled={onLater === undefined}
        onPress={() => onLater?.()}
      />
    </div>
  )
}

/** A field of a time with its steps; none while it is empty. */
export function WithSteps({ steps, children }: { steps: TimeStepsProps | null; children: ReactNode }) {
  return (
    <div className={css.line}>
      {children}
      {steps !== null && <TimeSteps {...steps} />}
    </div>
  )
}
