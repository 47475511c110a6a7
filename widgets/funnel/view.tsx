/** Bars from one begin, so that lengths can be compared; between them, which part has come this far. */
import { type CSSProperties, useCallback } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Drawing } from '#ui/chart/drawing-part.tsx'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { ChangeMark } from '../lib/change-mark.tsx'
import { PeriodHead } from '../lib/period-head.tsx'
import { PERIODS } from '../lib/periods.ts'
import css from './funnel.module.css'
import type { FunnelOptions } from './generated/options.ts'
import { isFunnel } from './model.ts'
import type { FunnelProjection } from './model.ts'
import { funnelOption } from './option.ts'

export { project } from './model.ts'

const NARROW_PX = 360
/** Narrower, names would break; the change is left to the table. */
const CHANGE_FROM_PX = 240

/** Height of a row without the rate above it: two lines of a name, or a name over its bars. */
const ROW_PX = { wide: 36, narrow: 40 }

export default function Funnel(props: WidgetViewProps<FunnelOptions>) {
  return isFunnel(props.projection) ? <Stages {...props} projection={props.projection} /> : null
}

function Stages({
  projection,
  options,
  size,
  context,
}: WidgetViewProps<FunnelOptions> & { projection: FunnelProjection }) {
  const { format } = useUi()
  const { stages, withReference } = projection
  const first = size.width < NARROW_PX ? ROW_PX.narrow : ROW_PX.wide
  const draw = useCallback(
    ({ height }: { height: number }, theme: ChartTheme) => funnelOption(projection, { height, first }, theme),
    [projection, first],
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <section
      className={css.funnel}
      style={{ height: size.height }}
      data-grows="whole"
      tabIndex={0}
      aria-label={context.t('description')}
      data-narrow={size.width < NARROW_PX || undefined}
    >
      {withReference && (
        <div className={css.heads}>
          {PERIODS.map((period) => (
            <PeriodHead key={period} period={period} context={context} short />
          ))}
        </div>
      )}
      <div className={css.list} style={{ '--row': `${first}px` } as CSSProperties}>
        <div className={css.drawn}>
          <Drawing draw={draw} />
        </div>
        <ol className={css.stages}>
          {stages.map(({ name, value, change, judged, rate, rateBefore, exceeds }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- stages have a fixed order
            <li key={at} className={css.stage}>
              {at > 0 && (
                <span className={css.rate}>
                  <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true" className={css.arrow}>
                    <path d="M5 1v9M1.5 7 5 10.5 8.5 7" />
                  </svg>
                  <b>{format.value(rate, 'percent')}</b>{' '}
                  <span className={css.of}>{context.t(options.rate === 'first' ? 'ofFirst' : 'ofPrevious')}</span>
                  {withReference && (
                    <span className={css.before}>
                      {context.t('versus', { value: format.value(rateBefore, 'percent') })}
                    </span>
                  )}
                  {exceeds && <span className={css.exceeds}>{context.t('exceeds')}</span>}
                </span>
              )}
              <span className={css.name} title={name}>
                {name}
              </span>
              <span className={css.value} title={format.exact(value, 'count')}>
                {format.value(value, 'count')}
              </span>
              {withReference && size.width >= CHANGE_FROM_PX && (
                <span className={css.change}>
                  <ChangeMark value={change} format="delta" judged={judged} />
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
