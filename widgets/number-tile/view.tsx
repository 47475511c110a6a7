/** One figure, as large as the room allows; what does not fit is left to the table. */
import type { WidgetViewProps } from '#engine/types'
import { SparkLine, useUi } from '#ui'
import { BasisNote } from '../lib/basis-note.tsx'
import { ChangeMark } from '../lib/change-mark.tsx'
import { fieldChangeFormat } from '../lib/fields.ts'
import type { NumberTileOptions } from './generated/options.ts'
import { isTile } from './model.ts'
import type { TileProjection } from './model.ts'
import css from './number-tile.module.css'

export { project } from './model.ts'

/** Heights of the parts, in the order they are given room. */
const FIGURE = { small: 34, large: 46 }
const LINE_PX = 22
const TARGET_PX = 34
const LEAST_SPARK_PX = 26
const MAX_SPARK_PX = 96
const GAP_PX = 8
/** Narrower, the figure before is left to the table. */
const BEFORE_FROM_PX = 150
/** Of the figure, per letter. */
const LETTER = { small: 15.5, large: 21 }

export default function NumberTile({ projection, options, size, context }: WidgetViewProps<NumberTileOptions>) {
  const { format } = useUi()
  if (!isTile(projection)) return null
  const { field, value, reference, change, estimate, step, target, course } = projection
  const text = format.value(value, field.format)
  const isLarge = size.height >= 116 && text.length * LETTER.large <= size.width
  const hasEstimate = estimate !== null && estimate.short !== '' && size.height >= FIGURE.small + 2 * LINE_PX
  const { withChange, withWord, withTarget, spark } = roomOf(
    size.height - (isLarge ? FIGURE.large : FIGURE.small) - (hasEstimate ? LINE_PX : 0),
    { change: change !== null, word: step !== null, target: target !== null },
  )
  const note =
    change === null
      ? undefined
      : !change.fair
        ? context.t('uneven')
        : change.verdict === 'noise'
          ? context.t('noise')
          : undefined
  return (
    <div className={css.tile} style={{ height: size.height }}>
      <div
        className={css.value}
        data-large={isLarge || undefined}
        data-tone={step?.tone}
        data-state={projection.states?.[0]}
        title={value === null ? estimate?.words : format.exact(value, field.format)}
      >
        {text}
      </div>
      {withWord && step !== null && (
        <div className={css.word} data-tone={step.tone}>
          <span className={css.mark} aria-hidden="true" />
          {step.word}
        </div>
      )}
      {withChange && change !== null && (
        <div className={css.versus}>
          <ChangeMark value={change.value} format={fieldChangeFormat(field)} judged={change} title={note} />
          {size.width >= BEFORE_FROM_PX && (
            <span className={css.before}>{context.t('versus', { value: format.value(reference, field.format) })}</span>
          )}
          <BasisNote className={css.before} change={change} context={context} />
        </div>
      )}
      {hasEstimate && (
        <div className={css.before} title={estimate.words}>
          {estimate.short}
        </div>
      )}
      {withTarget && target !== null && <Target projection={projection} target={target} context={context} />}
      {course !== null && spark >= LEAST_SPARK_PX && (
        <div className={css.spark} style={{ height: spark }}>
          {options.spark === 'bars' ? (
            <SparkBars
              course={course}
              label={projection.summary}
              tone={projection.tone}
              width={size.width}
              height={spark}
            />
          ) : (
            <SparkLine
              label={projection.summary}
              values={course.values}
              {...(course.reference && { reference: course.reference })}
              states={course.states}
              tone={projection.tone}
              width={size.width}
              height={spark}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** The parts that fit under the figure, the most important first; the course gets the rest. */
function roomOf(height: number, wanted: { change: boolean; word: boolean; target: boolean }) {
  const withChange = wanted.change && height >= LINE_PX
  const afterChange = height - (withChange ? LINE_PX : 0)
  const withWord = wanted.word && afterChange >= LINE_PX
  const afterWord = afterChange - (withWord ? LINE_PX : 0)
  const withTarget = wanted.target && afterWord >= TARGET_PX
  return {
    withChange,
    withWord,
    withTarget,
    spark: Math.min(MAX_SPARK_PX, afterWord - (withTarget ? TARGET_PX : 0) - GAP_PX),
  }
}

function Target({
  projection: { field, progress, goal, tone },
  target,
  context,
}: {
  projection: TileProjection
  target: number
  context: WidgetViewProps['context']
}) {
  const { format } = useUi()
  const words = context.t('ofTarget', {
    progress: format.value(progress, 'percent'),
    target: format.value(target, field.format),
  })
  return (
    <div className={css.target}>
      <svg className={css.meter} width="100%" height="6" role="img" aria-label={`${context.t('target')}: ${words}`}>
        <rect className={css.track} width="100%" height="6" rx="3" />
        <rect width={`${Math.min(100, progress ?? 0)}%`} height="6" rx="3" fill={`var(--tone-${tone})`} />
      </svg>
      <span className={css.targetWords}>
        {goal !== null && (
          <>
            <strong data-tone={goal.tone}>{goal.words}</strong>
            {' · '}
          </>
        )}
        {context.t('target')}: {words}
      </span>
    </div>
  )
}

interface SparkBarsProps {
  course: NonNullable<TileProjection['course']>
  label: string
  tone: number
  width: number
  height: number
}

/** Bars the size of a word: no bar where nothing is known, an outline where it may still change. */
function SparkBars({ course: { values, states }, label, tone, width, height }: SparkBarsProps) {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const pitch = width / Math.max(1, values.length)
  const y = (value: number) => (high === low ? height : ((high - value) / (high - low)) * (height - 2) + 1)
  return (
    <svg className={css.bars} width={width} height={height} role="img" aria-label={label}>
      {values.map((value, at) => {
        if (value === null) return null
        const isOpen = states[at] === 'partial' || states[at] === 'settling' || states[at] === 'estimated'
        const [top, foot] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))]
        const wide = Math.max(1, Math.min(24, pitch * 0.72))
        // oxlint-disable-next-line react/no-array-index-key -- a place in time is its index
        return (
          <rect
            key={at}
            x={(at + 0.5) * pitch - wide / 2}
            y={top}
            width={wide}
            height={Math.max(1, foot - top)}
            rx="1.5"
            fill={isOpen ? 'var(--raised)' : `var(--tone-${tone})`}
            stroke={`var(--tone-${tone})`}
            strokeWidth={isOpen ? 1.25 : 0}
            strokeDasharray={isOpen ? '2 2' : undefined}
          />
        )
      })}
    </svg>
  )
}
