/**
 * Keeps an error to the part that threw it: a filter, a cell, a section, a panel of the editor. The parts around it go
 * on working.
 */
import { Button, useUi } from '#ui'
import { WarningIcon } from '#ui/icons/index.tsx'
import { type ReactNode, use } from 'react'
import { CrashBoundary } from './crash-boundary.tsx'
import { DashboardContext } from './services.tsx'
import css from './part-boundary.module.css'

export interface PartBoundaryProps {
  /** Id for the report, for example `params/client`. */
  part: string
  /** Name for people. */
  name: string
  /** A new value tries again. */
  resetOn: unknown
  children: ReactNode
}

export function PartBoundary({ part, name, resetOn, children }: PartBoundaryProps) {
  // Panels of the editor belong to no dashboard that runs.
  const services = use(DashboardContext)?.services
  const { t } = useUi()
  return (
    <CrashBoundary
      resetOn={resetOn}
      onCrash={(cause) => services?.onCrash?.(part, cause)}
      fallback={(retry) => (
        <div role="alert" className={css.failed} data-failed-part={part}>
          <WarningIcon size={16} />
          <span className={css.text}>{t('app:part.failed', { name })}</span>
          <Button size="small" onPress={retry}>
            {t('app:frame.retry')}
          </Button>
        </div>
      )}
    >
      {children}
    </CrashBoundary>
  )
}
