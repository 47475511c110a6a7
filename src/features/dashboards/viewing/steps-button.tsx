/** The steps of the charts of a page; what can be chosen comes when it is opened. */
import type { Dashboard } from '#engine'
import { granularitiesOf } from '#engine/core/graph/granularity'
import { ensureTexts } from '#i18n'
import { IconButton, part, Popover, useUi } from '#ui'
import { ClockIcon } from '#ui/icons/index.tsx'

const panel = part(async () => {
  const [{ StepsPanel }] = await Promise.all([import('./steps-panel.tsx'), ensureTexts('viewing')])
  return StepsPanel
})

/** Nothing where no chart leaves its steps to the reader. */
export function StepsButton({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useUi()
  const isOpen = [...dashboard.model.widgets.values()].some(
    (widget) => widget.kind === 'live' && granularitiesOf(widget).length > 0,
  )
  if (!isOpen) return null
  const label = t('app:dashboard.steps')
  return (
    <Popover
      label={label}
      content={panel}
      placement="bottom end"
      trigger={<IconButton label={label} icon={<ClockIcon />} />}
    >
      {() => {
        const Panel = panel.current()
        return Panel !== null && <Panel dashboard={dashboard} />
      }}
    </Popover>
  )
}
