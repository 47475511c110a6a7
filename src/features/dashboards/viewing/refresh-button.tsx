/**
 * How old the figures of a page are, and how often it asks for newer ones by itself; the rest comes when it is opened.
 */
import type { Clock, Dashboard, VisibilityPort } from '#engine'
import { ensureTexts } from '#i18n'
import { IconButton, part, Popover, useUi } from '#ui'
import { RefreshIcon } from '#ui/icons/index.tsx'
import { lazy, Suspense } from 'react'

export interface RefreshPorts {
  /** Null: only when the reader says so. */
  readonly seconds: number | null
  readonly onChange: (seconds: number | null) => void
  readonly clock: Clock
  readonly visibility: VisibilityPort
}

export interface RefreshProps {
  dashboard: Dashboard
  ports: RefreshPorts
}

const panel = part(async () => {
  const [{ RefreshPanel }] = await Promise.all([import('./refresh-panel.tsx'), ensureTexts('viewing')])
  return RefreshPanel
})
const Live = lazy(async () => {
  const [{ RefreshLive }] = await Promise.all([import('./refresh-live.tsx'), ensureTexts('viewing')])
  return { default: RefreshLive }
})

export function RefreshButton({ dashboard, ports }: RefreshProps) {
  const { t } = useUi()
  const label = t('app:dashboard.refresh')
  return (
    <>
      {ports.seconds !== null && (
        <Suspense>
          <Live dashboard={dashboard} ports={ports} seconds={ports.seconds} />
        </Suspense>
      )}
      <Popover
        label={label}
        content={panel}
        placement="bottom end"
        trigger={<IconButton label={label} icon={<RefreshIcon />} />}
      >
        {() => {
          const Panel = panel.current()
          return Panel !== null && <Panel dashboard={dashboard} ports={ports} />
        }}
      </Popover>
    </>
  )
}
