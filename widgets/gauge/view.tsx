/**
 * A half ring: the figure as an arc, named stretches outside of it, the target as a mark across, the reference as a
 * small one.
 */
import { useCallback } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Drawing } from '#ui/chart/drawing-part.tsx'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { ChangeMark } from '../lib/change-mark.tsx'
import { fieldChangeFormat } from '../lib/fields.ts'
import css from './gauge.module.css'
import type { GaugeOptions } from './generated/options.ts'
import { isGauge } from './model.ts'
import type { GaugeProjection } from './model.ts'
import { gaugeOption, innerOf, TONES } from './option.ts'

export { project } from './model.ts'

const LINE_PX = 20
const ENDS_PX = 18
const MAX_RADIUS_PX = 150
/** Narrower, the figure before is left to the table. */
const BEFORE_FROM_PX = 150
/** Of the middle figure, per letter. */
const LETTER = { small: 13, large: 20 }

export default function Gauge(props: WidgetViewProps<GaugeOptions>) {
  return isGauge(props.projection) ? <Dial {...props} projection={props.projection} /> : null
}

function Dial({ projection, size, context }: WidgetViewProps<GaugeOptions> & { projection: GaugeProjection }) {
  const { format } = useUi()
  const { field, value, reference, change, target, goal, step, scale, zones } = projection
  const lines = [step !== null, change !== null && size.height >= 120, target !== null && size.height >= 140].filter(
    Boolean,
  ).length
  const radius = Math.max(24, Math.min(MAX_RADIUS_PX, size.width / 2 - 4, size.height - ENDS_PX - lines * LINE_PX - 6))
  const inner = innerOf(radius, zones.length > 0)
  const draw = useCallback(
    (_size: unknown, theme: ChartTheme) => gaugeOption(projection, radius, theme),
    [projection, radius],
  )
  const text = format.value(value, field.format)
  return (
    <div className={css.gauge} style={{ height: size.height }}>
      <div className={css.dial} style={{ width: 2 * radius, height: radius + ENDS_PX }}>
        <div
          className={css.drawing}
          style={{ width: 2 * radius, height: radius + 2 }}
          role="img"
          aria-label={projection.summary}
        >
          <Drawing draw={draw} tones={TONES} className={css.whole} />
        </div>
        <div
          className={css.value}
          data-large={text.length * LETTER.large < 1.7 * inner || undefined}
          data-state={projection.states?.[0]}
          style={{ bottom: ENDS_PX }}
          title={value === null ? undefined : format.exact(value, field.format)}
        >
          {text}
        </div>
        <div className={css.ends}>
          <span>{format.value(scale.min, field.format)}</span>
          <span>{format.value(scale.max, field.format)}</span>
        </div>
      </div>
      {step !== null && (
        <div className={css.word} data-tone={step.tone}>
          <span className={css.mark} aria-hidden="true" />
          {step.word}
        </div>
      )}
      {change !== null && size.height >= 120 && (
        <div className={css.line}>
          <ChangeMark
            value={change.value}
            format={fieldChangeFormat(field)}
            judged={change}
            title={change.fair ? undefined : context.t('uneven')}
          />
          {size.width >= BEFORE_FROM_PX && (
            <span>{context.t('versus', { value: format.value(reference, field.format) })}</span>
          )}
        </div>
      )}
      {target !== null && size.height >= 140 && (
        <div className={css.line}>
          <span className={css.targetMark} aria-hidden="true" />
          {context.t('target')}: {format.value(target, field.format)}
          {goal !== null && <strong data-tone={goal.tone}>{goal.words}</strong>}
        </div>
      )}
    </div>
  )
}
