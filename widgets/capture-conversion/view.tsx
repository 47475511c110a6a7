import { useRef } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { useScrolls } from '#ui/use-scrolls.ts'
import { ChangeMark } from '../lib/change-mark.tsx'
import { cellsOf } from '../lib/chart-data.ts'
import { PeriodHead } from '../lib/period-head.tsx'
import type { CaptureConversionOptions } from './generated/options.ts'
import { LocalBars } from './local-bars.tsx'
import { isFunnel, isLocals } from './model.ts'
import type { FunnelProjection } from './model.ts'
import css from './capture-conversion.module.css'

export { project } from './model.ts'

/** From this width on the locals are beside the funnel, not under it. */
const SIDE_BY_SIDE_PX = 640
/** From this width on a bar of the funnel is beside its name, on narrower places under it. */
const ROOMY_PX = 900
/** Height of the funnel as it is drawn where there is no more room, and how far it grows where there is. */
const FUNNEL_PX = 186
const TIGHT_FUNNEL_PX = 270
const GROWS_TO = 1.9

export default function CaptureConversion({
  projection,
  size,
  context,
  emit,
}: WidgetViewProps<CaptureConversionOptions>) {
  const funnel = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(funnel, size)
  if (!isFunnel(projection)) return null
  const locals = projection.parts?.find(({ id }) => id === 'locals')?.projection
  const withReference = projection.columns.some(({ id }) => id === 'reference')
  const isWide = size.width >= SIDE_BY_SIDE_PX || locals === undefined
  const isTight = isWide && locals !== undefined && size.width < ROOMY_PX
  const grow = isWide
    ? Math.min(
        GROWS_TO,
        Math.max(1, (size.height - 56 - projection.notes.length * 40) / (isTight ? TIGHT_FUNNEL_PX : FUNNEL_PX)),
      )
    : 1
  return (
    <div
      className={css.all}
      data-wide={isWide || undefined}
      data-tight={isTight || undefined}
      style={{ height: size.height }}
      data-grows="whole"
    >
      <div
        ref={funnel}
        className={css.funnelPart}
        {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': projection.summary } : {})}
      >
        <div className={css.heads}>
          <PeriodHead period="comparing" context={context} />
          {withReference && <PeriodHead period="reference" context={context} />}
        </div>
        <Funnel projection={projection} grow={grow} />
        {projection.notes.map((note) => (
          <p key={note} className={css.note}>
            {note}
          </p>
        ))}
      </div>
      {locals !== undefined && isLocals(locals) && (
        <div className={css.localsPart}>
          <p className={css.title}>{locals.summary}</p>
          <LocalBars projection={locals} onPick={(local) => emit('pickLocal', { local })} />
        </div>
      )}
    </div>
  )
}

/** One bar a step, as wide as its share of the first; between two steps, the rate that leads from one to the next. */
function Funnel({ projection, grow }: { projection: FunnelProjection; grow: number }) {
  const { format } = useUi()
  const of = (id: string) => cellsOf(projection, id)
  const [names, rates] = [of('step'), of('rate')]
  const numbers = (id: string) => of(id).map((cell) => (typeof cell === 'number' ? cell : null))
  const [comparing, reference, changes] = [numbers('comparing'), numbers('reference'), numbers('change')]
  const [rate, rateBefore, rateChanges] = [numbers('comparingRate'), numbers('referenceRate'), numbers('rateChange')]
  const most = Math.max(1, ...comparing.map((value) => value ?? 0), ...reference.map((value) => value ?? 0))
  const withReference = projection.columns.some(({ id }) => id === 'reference')
  const state = projection.states?.[0]
  return (
    <ol className={css.funnel}>
      {projection.steps.map((step, at) => (
        <li key={step.id} className={css.step}>
          {step.rate !== null && (
            <div className={css.rate} style={{ minHeight: 26 * grow }}>
              <svg className={css.arrow} width="10" height="14" viewBox="0 0 10 14" aria-hidden="true">
                <path d="M5 1v11M1.5 8.5 5 12l3.5-3.5" />
              </svg>
              <span className={css.rateName}>{rates[at]}</span>
              <span className={css.rateValue}>{format.value(rate[at], 'percent')}</span>
              {withReference && <ChangeMark value={rateChanges[at] ?? null} format="points" judged={step.rateJudged} />}
              {withReference && <span className={css.before}>{format.value(rateBefore[at], 'percent')}</span>}
            </div>
          )}
          <span className={css.name}>{names[at]}</span>
          <svg
            className={css.bars}
            width="100%"
            height={Math.round(22 * grow)}
            aria-hidden="true"
            data-state={state}
            data-reference={withReference || undefined}
          >
            <rect
              className={css.comparing}
              width={`${(100 * (comparing[at] ?? 0)) / most}%`}
              height={Math.round((withReference ? 13 : 20) * grow)}
              rx="2"
            />
            {withReference && (
              <rect
                className={css.reference}
                y={Math.round(13 * grow) + 2}
                width={`${(100 * (reference[at] ?? 0)) / most}%`}
                height={Math.round(7 * grow) - 1}
                rx="2"
              />
            )}
          </svg>
          <span className={css.count} title={format.exact(comparing[at], 'count')}>
            {format.value(comparing[at], 'count')}
          </span>
          {withReference && (
            <span className={css.change}>
              <ChangeMark value={changes[at] ?? null} format="delta" judged={step.judged} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
