/** Hours, days, weeks or months: for all charts of the page that leave it to the reader. */
import { columnIndex } from '#domain/frame-build'
import { type Dashboard, GRANULARITIES, type Granularity, type WidgetState } from '#engine'
import { granularitiesOf } from '#engine/core/graph/granularity'
import { SegmentedControl, useUi } from '#ui'
import { useStore } from 'zustand'
import css from './viewing.module.css'

const AUTO = 'auto'

const hasHours = (state: WidgetState | undefined): boolean =>
  state?.kind === 'ready' && Object.values(state.frames).some((frame) => columnIndex(frame, 'hour') >= 0)

export function StepsPanel({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useUi()
  const chosen = useStore(dashboard.store, (state) => state.granularity)
  const states = useStore(dashboard.store, (state) => state.widgets)
  const offered = new Set<Granularity>(
    [...dashboard.model.widgets.values()].flatMap((widget) =>
      widget.kind === 'live'
        ? granularitiesOf(widget).filter((one) => one !== 'hour' || hasHours(states[widget.id]))
        : [],
    ),
  )
  const segments = [AUTO, ...GRANULARITIES.filter((one) => offered.has(one) || one === chosen)] as const
  return (
    <div className={css.panel}>
      <SegmentedControl
        label={t('app:dashboard.steps')}
        size="small"
        segments={segments.map((id) => ({ id, label: t(`viewing:steps.${id}`) }))}
        value={chosen ?? AUTO}
        onChange={(id) => dashboard.setGranularity(id === AUTO ? null : id)}
      />
      <p className={css.hint}>{t(offered.has('hour') ? 'viewing:steps.hint' : 'viewing:steps.hintNoHours')}</p>
    </div>
  )
}
