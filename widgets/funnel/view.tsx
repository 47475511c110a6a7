/** Bars from one begin, so that lengths can be compared; between them, which part has come this far. */
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { ChangeMark } from '../lib/change-mark.tsx'
import { PeriodHead } from '../lib/period-head.tsx'
import { PERIODS } from '../lib/periods.ts'
import css from './funnel.module.css'
import type { FunnelOptions } from './generated/options.ts'
import { isFunnel } from './model.ts'

export { project } from './model.ts'

const NARROW_PX = 360
/** Narrower, names would break; the change is left to the table. */
const CHANGE_FROM_PX = 240

export default function Funnel({ projection, options, size, context }: WidgetViewProps<FunnelOptions>) {
  const { format } = useUi()
  if (!isFunnel(projection)) return null
  const { stages, withReference, max } = projection
  const part = (value: number | null) => `${max > 0 ? (100 * Math.max(0, value ?? 0)) / max : 0}%`
  const state = projection.states?.[0]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <section
      className={css.funnel}
      style={{ height: size.height }}
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
      <ol className={css.stages}>
        {stages.map(({ name, value, reference, change, judged, rate, rateBefore, exceeds }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- stages stand in an order
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
            <span className={css.name}>{name}</span>
            <svg
              className={css.bars}
              width="100%"
              height={withReference ? 20 : 16}
              aria-hidden="true"
              data-state={state}
            >
              <rect className={css.comparing} width={part(value)} height="14" rx="2" />
              {withReference && <rect className={css.reference} y="15" width={part(reference)} height="5" rx="1.5" />}
            </svg>
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
    </section>
  )
}
