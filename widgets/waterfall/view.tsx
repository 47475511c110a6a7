/**
 * Steps that lie, one under the other: names are never cut under a bar, and each begins where the one before has ended.
 */
import type { WidgetViewProps } from '#engine/types'
import { cx, useUi } from '#ui'
import { pickOf } from '../lib/fields.ts'
import type { WaterfallOptions } from './generated/options.ts'
import { isWaterfall, signed } from './model.ts'
import type { WaterfallProjection } from './model.ts'
import css from './waterfall.module.css'

export { project } from './model.ts'

export default function Waterfall({ projection, size, context, emit }: WidgetViewProps<WaterfallOptions>) {
  const { format, t } = useUi()
  if (!isWaterfall(projection)) return null
  const { steps, field, isDifference } = projection
  const [low, high] = viewOf(projection)
  const at = (value: number) => (100 * (Math.max(low, Math.min(high, value)) - low)) / (high - low || 1)
  return (
    <section className={css.waterfall} style={{ height: size.height }} aria-label={context.t('description')}>
      <ol className={css.steps}>
        {steps.map((step, index) => {
          const { name, member, kind, from, to, value, judgement, isUneven, state } = step
          const [left, right] = [Math.min(at(from), at(to)), Math.max(at(from), at(to))]
          const text =
            value === null
              ? format.value(null, 'count')
              : kind === 'total' || !isDifference
                ? format.value(value, field.format)
                : signed(context, value, field)
          const isOpen = state === 'partial' || state === 'settling' || state === 'estimated'
          const word = judgement === 'neutral' ? '' : ` (${t(`ui.figure.${judgement}`)})`
          const content = (
            <>
              <span className={css.name} title={name}>
                {name}
              </span>
              <svg className={css.bar} width="100%" height="100%" aria-hidden="true">
                {value !== null && (
                  <rect
                    className={css.shape}
                    x={`${left}%`}
                    y="20%"
                    width={`${Math.max(0.4, right - left)}%`}
                    height="60%"
                    rx="2"
                    data-kind={kind}
                    data-judgement={judgement}
                    data-open={isOpen || isUneven || undefined}
                  />
                )}
                {kind === 'total' &&
                  low > 0 &&
                  value !== null &&
                  [8, 14].map((x) => <line key={x} className={css.torn} x1={x + 4} x2={x} y1="14%" y2="86%" />)}
                {index + 1 < steps.length && value !== null && (
                  <line className={css.link} x1={`${at(to)}%`} x2={`${at(to)}%`} y1="80%" y2="120%" />
                )}
              </svg>
              <span className={css.value} data-judgement={judgement} data-total={kind === 'total' || undefined}>
                {text}
                <span className={css.hidden}>{word}</span>
              </span>
            </>
          )
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two members may bear one name
            <li key={index} className={css.step} title={isUneven ? context.t('uneven') : undefined}>
              {kind === 'step' ? (
                <button type="button" className={css.row} onClick={() => emit('pick', pickOf(member))}>
                  {content}
                </button>
              ) : (
                <div className={cx(css.row, kind === 'total' && css.total)}>{content}</div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/**
 * Totals are far larger than what changes them: their bars then begin beyond the view, and their begin is drawn torn.
 */
function viewOf({ steps, isDifference }: WaterfallProjection): [number, number] {
  const ends = steps.flatMap(({ kind, from, to }) => (kind === 'total' && isDifference ? [to] : [from, to]))
  const [low, high] = ends.reduce(([a, b], end) => [Math.min(a, end), Math.max(b, end)], [Infinity, -Infinity])
  if (!Number.isFinite(low)) return [0, 1]
  if (!isDifference || low <= 0 || high - low > 0.35 * high) return [Math.min(0, low), Math.max(0, high) || 1]
  const pad = (high - low) * 0.35 || Math.abs(high) * 0.1 || 1
  return [low - pad, high + pad * 0.2]
}
