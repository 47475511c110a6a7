/** Boxes that lie, so that names stand beside them in full; the axis is above and stays while the rows are scrolled. */
import type { WidgetViewProps } from '#engine/types'
import { StateMark, useUi } from '#ui'
import { scaleOf } from '#ui/chart/scale.ts'
import { pickOf } from '../lib/fields.ts'
import css from './box-plot.module.css'
import type { BoxPlotOptions } from './generated/options.ts'
import { isBox } from './model.ts'
import type { Box } from './model.ts'

export { project } from './model.ts'

/** Of fewer values a box would say more than is known. */
const LEAST_VALUES = 5
const TICK_PX = 72
const NAME_SHARE = 0.28

export default function BoxPlot({ projection, size, context, emit }: WidgetViewProps<BoxPlotOptions>) {
  const { format } = useUi()
  if (!isBox(projection)) return null
  const { boxes, field } = projection
  const ends = boxes.flatMap(({ values }) =>
    values.length === 0 ? [] : [values[0] as number, values.at(-1) as number],
  )
  const scale = scaleOf({
    low: ends.reduce((a, b) => Math.min(a, b), Infinity),
    high: ends.reduce((a, b) => Math.max(a, b), -Infinity),
    fromZero: false,
    format: field.format,
    steps: Math.max(2, Math.floor((size.width * (1 - NAME_SHARE) - 70) / TICK_PX)),
  })
  const axis = format.axis(field.format, scale.max, scale.step)
  const at = (value: number) => (100 * (value - scale.min)) / (scale.max - scale.min || 1)
  const notes = (box: Box) =>
    (['filled', 'leftOut'] as const)
      .filter((id) => box[id] > 0)
      .map((id) => context.t(`${id}Words`, { n: format.exact(box[id], 'count') }))
  const figures = ({ spread }: Box) =>
    spread === null
      ? context.t('none')
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
    const told = notes(box)
    return told.length === 0 || box.spread === null
      ? [figures(box), ...told].join(' ')
      : `${figures(box)}. ${told.join(' ')}`
  }
  return (
    <section className={css.plot} style={{ height: size.height }} aria-label={context.t('description')}>
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
                <svg className={css.drawing} data-state={box.state} width="100%" height="100%" aria-hidden="true">
                  {scale.ticks.map((tick) => (
                    <line key={tick} className={css.grid} x1={`${at(tick)}%`} x2={`${at(tick)}%`} y1="0" y2="100%" />
                  ))}
                  {spread !== null && values.length >= LEAST_VALUES && (
                    <>
                      <line
                        className={css.whisker}
                        x1={`${at(spread.low)}%`}
                        x2={`${at(spread.high)}%`}
                        y1="50%"
                        y2="50%"
                      />
                      {[spread.low, spread.high].map((end, side) => (
                        <line
                          key={side === 0 ? 'low' : 'high'}
                          className={css.whisker}
                          x1={`${at(end)}%`}
                          x2={`${at(end)}%`}
                          y1="38%"
                          y2="62%"
                        />
                      ))}
                      <rect
                        className={css.box}
                        x={`${at(spread.q1)}%`}
                        width={`${Math.max(0.3, at(spread.q3) - at(spread.q1))}%`}
                        y="24%"
                        height="52%"
                        rx="2"
                      />
                      <line
                        className={css.median}
                        x1={`${at(spread.median)}%`}
                        x2={`${at(spread.median)}%`}
                        y1="20%"
                        y2="80%"
                      />
                    </>
                  )}
                  {/* oxlint-disable-next-line react/no-array-index-key -- equal values are equal dots */}
                  {(values.length < LEAST_VALUES ? values : (spread?.outliers ?? [])).map((value, n) => (
                    <circle key={n} className={css.dot} cx={`${at(value)}%`} cy="50%" r="2.75" />
                  ))}
                </svg>
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
    </section>
  )
}
