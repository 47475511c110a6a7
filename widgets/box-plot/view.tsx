/** Horizontal boxes, so that names fit beside them in full; the axis is above and stays while the rows are scrolled. */
import { type CSSProperties, useCallback, useMemo } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { StateMark, useUi } from '#ui'
import { Drawing } from '#ui/chart/drawing-part.tsx'
import { scaleOf } from '#ui/chart/scale.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { pickOf } from '../lib/fields.ts'
import css from './box-plot.module.css'
import type { BoxPlotOptions } from './generated/options.ts'
import { isBox } from './model.ts'
import type { Box, BoxProjection } from './model.ts'
import { boxesOption, LEAST_VALUES, TONES } from './option.ts'

export { project } from './model.ts'

const TICK_PX = 72
const NAME_SHARE = 0.28

export default function BoxPlot(props: WidgetViewProps<BoxPlotOptions>) {
  return isBox(props.projection) ? <Boxes {...props} projection={props.projection} /> : null
}

function Boxes({ projection, size, context, emit }: WidgetViewProps<BoxPlotOptions> & { projection: BoxProjection }) {
  const { format } = useUi()
  const { boxes, field } = projection
  const scale = useMemo(() => {
    const ends = boxes.flatMap(({ values }) =>
      values.length === 0 ? [] : [values[0] as number, values.at(-1) as number],
    )
    return scaleOf({
      low: ends.reduce((a, b) => Math.min(a, b), Infinity),
      high: ends.reduce((a, b) => Math.max(a, b), -Infinity),
      fromZero: false,
      format: field.format,
      steps: Math.max(2, Math.floor((size.width * (1 - NAME_SHARE) - 70) / TICK_PX)),
    })
  }, [boxes, field.format, size.width])
  const axis = format.axis(field.format, scale.max, scale.step)
  const at = (value: number) => (100 * (value - scale.min)) / (scale.max - scale.min || 1)
  const draw = useCallback(
    (room: { height: number }, theme: ChartTheme) => boxesOption(boxes, scale, room, theme),
    [boxes, scale],
  )
  const notes = (box: Box) =>
    (['filled', 'leftOut'] as const)
      .filter((id) => box[id] > 0)
      .map((id) => context.t(`${id}Words`, { n: format.exact(box[id], 'count') }))
  const figures = ({ spread }: Box) =>
    spread === null
      ? context.t('summary.none')
      : (
          [
            ['median', spread.median],
            ['q1', spread.q1],
            ['q3', spread.q3],
          ] as const
        )
          .map(([id, value]) => `${context.t(id)} ${format.exact(value, field.format)}`)
          .join(', ')
  const said = (box: Box) => {
    const sentences = notes(box)
    return sentences.length === 0 || box.spread === null
      ? [figures(box), ...sentences].join(' ')
      : `${figures(box)}. ${sentences.join(' ')}`
  }
  return (
    <section
      className={css.plot}
      style={{ height: size.height }}
      data-grows="whole"
      aria-label={context.t('description')}
    >
      <div className={css.head}>
        <span className={css.title}>{[projection.title, axis.unit].filter(Boolean).join(', ')}</span>
        <div className={css.row} aria-hidden="true">
          <span />
          <span className={css.axis}>
            {scale.ticks.map((tick) => (
              <span key={tick} className={css.tick} style={{ insetInlineStart: `${at(tick)}%` }}>
                {axis.write(tick)}
              </span>
            ))}
          </span>
        </div>
      </div>
      <div className={css.rows} style={{ '--rows': boxes.length } as CSSProperties}>
        <div className={css.drawn}>
          <Drawing draw={draw} tones={TONES} />
        </div>
        <ul className={css.boxes}>
          {boxes.map((box, row) => {
            const { name, member, spread, values } = box
            return (
              // oxlint-disable-next-line react/no-array-index-key -- two members may bear one name
              <li
                key={row}
                title={
                  values.length > 0 && values.length < LEAST_VALUES
                    ? [context.t('few'), ...notes(box)].join(' ')
                    : said(box)
                }
              >
                <button
                  type="button"
                  className={css.row}
                  aria-label={`${name}: ${said(box)}`}
                  onClick={() => emit('pick', pickOf(member))}
                >
                  <span className={css.name}>{name}</span>
                  {spread === null && (
                    <span className={css.state}>
                      <StateMark state="missing" />
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
