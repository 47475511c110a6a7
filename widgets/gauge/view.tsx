/**
 * A half ring: the figure as an arc, named stretches outside of it, the target as a mark across, the reference as a
 * small one.
 */
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { arcPath } from '#ui/chart/donut-geometry.ts'
import { ChangeMark } from '../lib/change-mark.tsx'
import { fieldChangeFormat } from '../lib/fields.ts'
import css from './gauge.module.css'
import type { GaugeOptions } from './generated/options.ts'
import { isGauge } from './model.ts'

export { project } from './model.ts'

const LINE_PX = 20
const ENDS_PX = 18
const MOST_RADIUS_PX = 150
/** Narrower, the figure before is left to the table. */
const BEFORE_FROM_PX = 150
/** Of the middle figure, per letter. */
const LETTER = { small: 13, large: 20 }

export default function Gauge({ projection, size, context }: WidgetViewProps<GaugeOptions>) {
  const { format } = useUi()
  if (!isGauge(projection)) return null
  const { field, value, reference, change, target, step, scale, zones } = projection
  const lines = [step !== null, change !== null && size.height >= 120, target !== null && size.height >= 140].filter(
    Boolean,
  ).length
  const radius = Math.max(24, Math.min(MOST_RADIUS_PX, size.width / 2 - 4, size.height - ENDS_PX - lines * LINE_PX - 6))
  const outer = radius - (zones.length > 0 ? 7 : 1)
  const inner = outer * 0.74
  const share = (at: number) => Math.max(0, Math.min(1, (at - scale.min) / (scale.max - scale.min)))
  const angle = (part: number) => -Math.PI / 2 + part * Math.PI
  const tick = (at: number, from: number, to: number) => {
    const a = angle(share(at))
    return `M${from * Math.sin(a)} ${-from * Math.cos(a)}L${to * Math.sin(a)} ${-to * Math.cos(a)}`
  }
  const text = format.value(value, field.format)
  const isOpen = ['partial', 'settling', 'estimated'].includes(projection.states?.[0] ?? 'final')
  return (
    <div className={css.gauge} style={{ height: size.height }}>
      <div className={css.dial} style={{ width: 2 * radius, height: radius + ENDS_PX }}>
        <svg
          width={2 * radius}
          height={radius + 2}
          viewBox={`${-radius} ${-radius} ${2 * radius} ${radius + 2}`}
          role="img"
          aria-label={projection.summary}
        >
          <path className={css.track} d={arcPath({ from: angle(0), to: angle(1) }, inner, outer)} />
          {value !== null && share(value) > 0 && (
            <path
              className={css.arc}
              d={arcPath({ from: angle(0), to: angle(share(value)) }, inner, outer)}
              data-tone={step?.tone}
              data-open={isOpen || undefined}
            />
          )}
          {zones.map((zone) => (
            <path
              key={zone.step.from}
              className={css.zone}
              data-tone={zone.step.tone}
              d={arcPath({ from: angle(zone.from) + 0.008, to: angle(zone.to) - 0.008 }, radius - 4.5, radius - 0.5)}
            >
              <title>{zone.step.word}</title>
            </path>
          ))}
          {reference !== null && <path className={css.before} d={tick(reference, inner - 1, outer)} />}
          {target !== null && <path className={css.target} d={tick(target, inner - 4, radius)} />}
        </svg>
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
        </div>
      )}
    </div>
  )
}
