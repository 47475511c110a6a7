/**
 * Steps that lie, one under the other: names are never cut under a bar, and each begins where the one before has ended.
 */
import { type CSSProperties, useCallback } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { cx, useUi } from '#ui'
import { Drawing } from '#ui/chart/drawing-part.tsx'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { pickOf } from '../lib/fields.ts'
import type { WaterfallOptions } from './generated/options.ts'
import { isWaterfall, signed } from './model.ts'
import type { WaterfallProjection } from './model.ts'
import { TONES, waterfallOption } from './option.ts'
import css from './waterfall.module.css'

export { project } from './model.ts'

export default function Waterfall(props: WidgetViewProps<WaterfallOptions>) {
  return isWaterfall(props.projection) ? <Steps {...props} projection={props.projection} /> : null
}

function Steps({
  projection,
  size,
  context,
  emit,
}: WidgetViewProps<WaterfallOptions> & { projection: WaterfallProjection }) {
  const { format, t } = useUi()
  const { steps, field, isDifference } = projection
  const draw = useCallback((_size: unknown, theme: ChartTheme) => waterfallOption(projection, theme), [projection])
  return (
    <section
      className={css.waterfall}
      style={{ height: size.height }}
      data-grows="whole"
      aria-label={context.t('description')}
    >
      <div className={css.rows} style={{ '--rows': steps.length } as CSSProperties}>
        <div className={css.drawn}>
          <Drawing draw={draw} tones={TONES} />
        </div>
        <ol className={css.steps}>
          {steps.map((step, index) => {
            const { name, member, kind, value, judgement, isUneven } = step
            const text =
              value === null
                ? format.value(null, 'count')
                : kind === 'total' || !isDifference
                  ? format.value(value, field.format)
                  : signed(context, value, field)
            const word = judgement === 'neutral' ? '' : ` (${t(`ui.figure.${judgement}`)})`
            const content = (
              <>
                <span className={css.name} title={name}>
                  {name}
                </span>
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
      </div>
    </section>
  )
}
