/**
 * A figure to be read across a shop: as large as the room allows, with its capacity, its last hour, and how old it is.
 */
import type { OccupancyLevel } from '#domain/occupancy-level'
import { clockTime } from '#domain/moment'
import type { WidgetViewProps } from '#engine/types'
import { SparkLine, useUi } from '#ui'
import { useAge } from '#ui/use-age.ts'
import type { LiveCounterOptions } from './generated/options.ts'
import css from './live-counter.module.css'
import { isLive } from './model.ts'
import type { LiveProjection, LiveStatus } from './model.ts'

export { project } from './model.ts'

export default function LiveCounter(props: WidgetViewProps<LiveCounterOptions>) {
  return isLive(props.projection) ? <Counter {...props} projection={props.projection} /> : null
}

/** Heights of the parts under the figure, the most telling first. */
const PARTS = { foot: 22, bar: 34, chip: 26, other: 22, note: 20 }
const LEAST_FIGURE_PX = 30
const MAX_FIGURE_PX = 168
const LEAST_TREND_PX = 34
const MAX_TREND_PX = 140
/** Width of a digit, as a share of its height. */
const DIGIT = 0.62
/** Of the height that is left, the figure takes so much when there is a trend below. */
const FIGURE_SHARE = 0.56

function Counter({
  projection,
  options,
  size,
  context,
}: WidgetViewProps<LiveCounterOptions> & { projection: LiveProjection }) {
  const { format } = useUi()
  const { live } = projection
  const ageS = useAge(live.ageS, live.reportedAt)
  // A fresh figure becomes stale when no newer one arrives.
  const status: LiveStatus =
    live.status !== 'unknown' && ageS !== null && ageS > live.staleAfterS ? 'stale' : live.status
  const value = options.figure === 'ins' ? live.ins : live.people
  const other = options.figure === 'ins' ? live.people : live.ins
  const text = format.value(value, 'count')
  const withTrend = options.showTrend && live.course !== null
  const isWide = withTrend && size.width >= WIDE.width && size.height >= WIDE.height
  const main = isWide ? Math.round(size.width * WIDE.share) : size.width
  const room = roomOf(
    { width: main, height: size.height },
    {
      digits: text.length,
      isKnown: value !== null && live.people !== null,
      bar: live.capacity !== null && live.people !== null,
      chip: status !== 'live' || live.level !== null,
      other: options.showOther && other !== null,
      trend: withTrend && !isWide,
      notes: live.notes.length,
    },
  )
  const trend = isWide ? size.height : room.trend
  return (
    <div className={css.counter} data-status={status} data-wide={isWide || undefined} style={{ height: size.height }}>
      <div className={css.main} style={{ width: main }}>
        <div className={css.top}>
          <div
            className={css.figure}
            style={{ fontSize: room.figure }}
            title={[format.exact(value, 'count'), ...live.notes].join('\n')}
          >
            {text}
          </div>
          {room.beside && <Chip level={live.level} status={status} context={context} />}
        </div>
        {room.other && (
          <div className={css.other}>
            {format.value(other, 'count')} {context.t(options.figure === 'ins' ? 'insideShort' : 'entriesShort')}
          </div>
        )}
        {room.chip && <Chip level={live.level} status={status} context={context} />}
        {room.bar && live.share !== null && (
          <CapacityBar
            live={live}
            status={status}
            options={options}
            words={context.t('of', {
              share: format.value(live.share, 'percent'),
              capacity: format.value(live.capacity, 'count'),
            })}
            label={context.t('share')}
          />
        )}
        {live.people === null ? (
          <p className={css.why}>{live.notes[0]}</p>
        ) : (
          live.notes.slice(0, room.notes).map((note) => (
            <div key={note} className={css.note} title={note}>
              {note}
            </div>
          ))
        )}
        {!isWide && trend > 0 && <Trend live={live} width={size.width} height={trend} label={context.t('lastHour')} />}
        {room.foot && live.asOf !== null && (
          <div className={css.foot}>
            <span className={css.pulse} aria-hidden="true" />
            <span>{context.t('as', { time: clockTime(live.asOf * 1000) })}</span>
            {ageS !== null && main >= 190 && (
              <span className={css.age} aria-hidden="true">
                {agoOf(ageS, context)}
              </span>
            )}
          </div>
        )}
      </div>
      {isWide && (
        <Trend live={live} width={size.width - main - WIDE.gap} height={trend} label={context.t('lastHour')} />
      )}
    </div>
  )
}

/** From here on the last hour is beside the figure, which takes this share. */
const WIDE = { width: 640, height: 150, share: 0.4, gap: 32 }

function Trend({
  live: { course },
  width,
  height,
  label,
}: {
  live: LiveProjection['live']
  width: number
  height: number
  label: string
}) {
  if (course === null) return null
  return (
    <div className={css.trend} style={{ height }}>
      <SparkLine label={label} values={course.values} tone={0} width={width} height={height - 18} />
      <div className={css.ends} aria-hidden="true">
        <span>{course.from.slice(0, 5)}</span>
        <span>{course.to.slice(0, 5)}</span>
      </div>
    </div>
  )
}

function agoOf(seconds: number, { t }: WidgetViewProps['context']): string {
  if (seconds < 3) return t('ago.now')
  if (seconds < 90) return t('ago.seconds', { n: Math.round(seconds) })
  return seconds < 5400
    ? t('ago.minutes', { n: Math.round(seconds / 60) })
    : t('ago.hours', { n: Math.round(seconds / 3600) })
}

interface Contents {
  readonly digits: number
  readonly isKnown: boolean
  readonly bar: boolean
  readonly chip: boolean
  readonly other: boolean
  readonly trend: boolean
  readonly notes: number
}

/**
 * The parts that fit, the most important first: the figure, its age, its word, its bar, the other figure, the trend,
 * the notes.
 */
function roomOf({ width, height }: { width: number; height: number }, wanted: Contents) {
  let left = height - LEAST_FIGURE_PX
  const take = (is: boolean, px: number) => {
    const has = is && left >= px
    if (has) left -= px
    return has
  }
  const foot = take(true, PARTS.foot)
  // On a wide and low place the word is beside the figure.
  const beside = wanted.chip && width >= 210 && width >= wanted.digits * LEAST_FIGURE_PX * DIGIT + 120
  const chip = !beside && take(wanted.chip, PARTS.chip)
  const bar = take(wanted.bar, PARTS.bar)
  const other = take(wanted.other, PARTS.other)
  const withTrend = wanted.trend && left >= LEAST_TREND_PX + 24
  // Without a figure the sentence that says why needs the room.
  const most = Math.min(
    wanted.isKnown ? MAX_FIGURE_PX : LEAST_FIGURE_PX,
    (beside ? width - 128 : width) / Math.max(1, wanted.digits) / DIGIT,
  )
  const figure = Math.max(
    LEAST_FIGURE_PX - 4,
    Math.min(most, (LEAST_FIGURE_PX + left * (withTrend ? FIGURE_SHARE : 1)) / 1.12),
  )
  left = Math.max(0, left - Math.max(0, figure * 1.12 - LEAST_FIGURE_PX))
  let notes = 0
  while (notes < wanted.notes && left >= PARTS.note + (withTrend ? LEAST_TREND_PX : 0)) {
    notes++
    left -= PARTS.note
  }
  return {
    foot,
    beside,
    chip,
    bar,
    other,
    figure,
    notes,
    trend: withTrend ? Math.min(MAX_TREND_PX, Math.max(LEAST_TREND_PX, left)) : 0,
  }
}

const TONES: Readonly<Record<OccupancyLevel, string>> = { low: 'good', mid: 'info', high: 'warn', over: 'bad' }

/** Colour, shape and word. An estimate is no reason to say that there is room. */
function Chip({
  level,
  status,
  context,
}: {
  level: OccupancyLevel | null
  status: LiveStatus
  context: WidgetViewProps['context']
}) {
  const isSure = status === 'live' || (status === 'estimated' && level !== 'low')
  if (!isSure || level === null)
    return status === 'live' ? null : (
      <span className={css.chip} data-tone={status === 'stale' ? 'warn' : 'muted'}>
        <Shape of={status === 'stale' ? 'stale' : 'unsure'} />
        {context.t(`status.${status}`)}
      </span>
    )
  return (
    <span className={css.chip} data-tone={TONES[level]}>
      <Shape of={level} />
      {context.t(`level.${level}`)}
    </span>
  )
}

function Shape({ of }: { of: OccupancyLevel | 'stale' | 'unsure' }) {
  return (
    <svg className={css.shape} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {of === 'low' && <circle cx="6" cy="6" r="4.25" className={css.outline} />}
      {of === 'mid' && (
        <>
          <circle cx="6" cy="6" r="4.25" className={css.outline} />
          <path d="M6 1.75a4.25 4.25 0 0 1 0 8.5Z" />
        </>
      )}
      {of === 'high' && <path d="M6 1.2 11.2 10.6H.8Z" />}
      {of === 'over' && <rect x="1.25" y="1.25" width="9.5" height="9.5" rx="1.5" />}
      {of === 'stale' && (
        <>
          <circle cx="6" cy="6" r="4.75" className={css.outline} />
          <path d="M6 3.5V6l1.75 1.25" className={css.outline} />
        </>
      )}
      {of === 'unsure' && <circle cx="6" cy="6" r="4.25" className={css.outline} strokeDasharray="2 2" />}
    </svg>
  )
}

interface BarProps {
  live: LiveProjection['live']
  status: LiveStatus
  options: Required<LiveCounterOptions>
  words: string
  label: string
}

function CapacityBar({ live: { share, level }, status, options, words, label }: BarProps) {
  const tone = status === 'live' || (status === 'estimated' && level !== 'low') ? TONES[level ?? 'low'] : 'muted'
  return (
    <div className={css.capacity} data-tone={tone}>
      <svg className={css.bar} width="100%" height="10" role="img" aria-label={`${label}: ${words}`}>
        <rect className={css.track} width="100%" height="10" rx="5" />
        <rect className={css.fill} width={`${Math.max(0, Math.min(100, share ?? 0))}%`} height="10" rx="5" />
        {[options.midFrom, options.highFrom].map((edge, at) =>
          edge < 100 ? (
            <rect key={at === 0 ? 'mid' : 'high'} className={css.edge} x={`${edge}%`} width="2" height="10" />
          ) : null,
        )}
      </svg>
      <span className={css.words}>{words}</span>
    </div>
  )
}
