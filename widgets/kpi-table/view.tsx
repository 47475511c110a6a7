import { daysLine, storesLine } from '#engine'
import type { Passport, WidgetViewProps } from '#engine/types'
import { InfoIcon, PassportPanel, Popover, StateMark, useUi, IconButton } from '#ui'
import { BasisNote } from '../lib/basis-note.tsx'
import { ChangeMark } from '../lib/change-mark.tsx'
import { cellsOf } from '../lib/chart-data.ts'
import { type Change, changeFormatOf, definitions, formatOf, metricName } from '../lib/measure.ts'
import { type PeriodKey, periodLabels } from '../lib/periods.ts'
import type { KpiTableOptions } from './generated/options.ts'
import { isKpiProjection } from './model.ts'
import type { KpiProjection } from './model.ts'
import { TILE_HIGH_PX, TILE_PX, tileColumns, TILES_FROM_PX } from './tiles.ts'
import css from './kpi-table.module.css'

export { project } from './model.ts'

type Props = WidgetViewProps<KpiTableOptions>
/** A figure a day may take two lines. */
const PER_DAY_PX = 36
/** A line of what is estimated. */
const ESTIMATE_PX = 18
/** Of the table: its head and each of its rows. */
const ROW_PX = 32
/** Longer figures do not take the large size in a small tile, nor in one of the narrowest phone. */
const SHORT_LETTERS = 6
const SHORTEST_LETTERS = 4
/** Above and under a figure. */
const LEAST_PAD_PX = 4
const MAX_PAD_PX = 24
/** A name with its figure under it, where the change is beside them. */
const LINE_PX = 63
/** From this width of a tile on, every figure is as large as the first. */
const LARGE_TILE_PX = 168
/** On narrower places the reference is under the change. */
const NARROW_PX = 440

export default function KpiTable(props: Props) {
  const { projection, options, size } = props
  if (!isKpiProjection(projection)) return null
  const count = projection.changes.length
  const tilesHigh = Math.ceil(count / tileColumns(count, size)) * TILE_HIGH_PX
  // Where neither has room for all figures, that is better which shows more of them.
  const fits =
    size.width >= TILES_FROM_PX &&
    tilesHigh <= Math.max(size.height, ROW_PX * (count + 1) > size.height ? ROW_PX * count : 0)
  const asTiles = options.layout === 'tiles' || (options.layout === 'auto' && fits)
  return asTiles ? <Tiles {...props} projection={projection} /> : <Rows {...props} projection={projection} />
}

interface Figure {
  metric: string
  name: string
  value: number | null
  reference: number | null | undefined
  change: KpiProjection['changes'][number] | undefined
  /** A count a day, where the periods have not as many open days. */
  perDay: { value: number; change: Change | null; days: Readonly<Record<PeriodKey, number>> } | undefined
  passport: Passport
  estimates: KpiProjection['estimates'][number]
  /** States by which the two figures are drawn: what lost a little is drawn whole. */
  looks: Readonly<Record<PeriodKey, Passport['state']>>
}

/**
 * Row by row what the projection says, with the passport of each figure. What was not measured in either period comes
 * last.
 */
function figuresOf({ projection, context }: Props & { projection: KpiProjection }): Figure[] {
  const number = (id: string, at: number) => {
    const cell = cellsOf(projection, id)[at]
    return typeof cell === 'number' ? cell : null
  }
  const withReference = projection.columns.some(({ id }) => id === 'reference')
  const lookOf = (period: PeriodKey, at: number) =>
    projection.slight?.[period]?.[at] === true
      ? 'final'
      : ((projection.columnStates?.[period] ?? projection.states)?.[at] ?? 'final')
  const figures = projection.changes.map((change, at) => ({
    metric: change.metric,
    name: metricName(context, change.metric),
    value: number('comparing', at),
    reference: withReference ? number('reference', at) : undefined,
    change: withReference ? change : undefined,
    perDay: perDayOf(projection, number('perDay', at), at),
    passport: passportFor(change.metric, projection, at),
    estimates: projection.estimates[at] ?? null,
    looks: { comparing: lookOf('comparing', at), reference: lookOf('reference', at) },
  }))
  return [...figures.filter((figure) => !isBlank(figure)), ...figures.filter(isBlank)]
}

/** The text of the whole, without the estimate where the figure holds none. */
function passportFor(metric: string, { passport, states, estimates }: KpiProjection, at: number): Passport {
  const { estimate, missing, ...counted } = {
    coverage: null,
    asOf: null,
    ...passport,
    estimatedShare: 0,
    state: states?.[at] ?? 'final',
    definitions: definitions([metric]),
  }
  const isFilled = estimates[at] != null
  return {
    ...counted,
    ...(missing && { missing: isFilled ? missing : { hours: missing.hours, of: missing.of } }),
    ...(isFilled && estimate && { estimate, estimatedShare: passport?.estimatedShare ?? 0 }),
  }
}

function perDayOf({ perDay }: KpiProjection, value: number | null, at: number): Figure['perDay'] {
  const days = perDay?.days[at]
  return days === undefined || value === null ? undefined : { value, change: perDay?.changes[at] ?? null, days }
}

function PerDay({ figure: { metric, perDay }, context }: { figure: Figure; context: Props['context'] }) {
  const { format } = useUi()
  if (perDay === undefined) return null
  const { comparing, reference } = perDay.days
  return (
    <span className={css.perDay} title={context.t('openDays', { days: comparing, before: reference })}>
      {context.t('aDay', { value: format.value(perDay.value, formatOf(metric)) })}
      {perDay.change !== null && (
        <ChangeMark value={perDay.change.value} format={changeFormat(metric)} judged={perDay.change} />
      )}
    </span>
  )
}

/** The estimated part of the figure, and under it that of the reference. */
function Estimated({ of, context }: { of: Figure['estimates']; context: Props['context'] }) {
  if (of === null) return null
  return (
    <>
      {of.short !== '' && (
        <span className={css.perDay} title={of.words}>
          {of.short}
        </span>
      )}
      {of.shortReference !== '' && (
        <span className={css.perDay} title={of.reference ?? undefined}>
          {context.t('versus', { value: of.shortReference })}
        </span>
      )}
    </>
  )
}

const linesOf = (of: Figure['estimates']): number =>
  of === null ? 0 : [of.short, of.shortReference].filter((line) => line !== '').length

const isBlank = ({ value, reference }: Pick<Figure, 'value' | 'reference'>) =>
  value === null && (reference ?? null) === null

function Why({ figure: { metric, name, passport }, context }: { figure: Figure; context: Props['context'] }) {
  const { t } = useUi()
  const label = t('ui.figure.passportOf', { name })
  return (
    <Popover label={label} trigger={<IconButton plain size="small" label={label} icon={<InfoIcon size={14} />} />}>
      <PassportPanel
        label={name}
        passport={passport}
        definition={context.t(`metrics:${metric}.description`)}
        about={restsOn(context)}
      />
    </Popover>
  )
}

/** The days and the stores of a figure, as the note about its widget says them. */
function restsOn(context: Props['context']): (readonly [string, string])[] {
  const { t, locale, periods, stores } = context
  return [...daysLine({ days: periods ?? null }, locale, t), ...storesLine({ stores: stores?.() ?? null }, t)]
}

/** Why a change is grey or left out. */
function changeNote({ change }: Figure, context: Props['context']): string | undefined {
  if (change === undefined) return undefined
  if (!change.fair) return context.t('uneven')
  return change.verdict === 'noise' ? context.t('noise') : undefined
}

function Tiles(props: Props & { projection: KpiProjection }) {
  const { size, context } = props
  const { format } = useUi()
  const figures = figuresOf(props)
  const columns = tileColumns(figures.length, size)
  const isLarge = size.width / columns >= LARGE_TILE_PX
  const shortLetters = size.width / columns < TILE_PX ? SHORTEST_LETTERS : SHORT_LETTERS
  const rows = Math.ceil(figures.length / columns)
  const taller = new Set(figures.flatMap(({ perDay }, at) => (perDay === undefined ? [] : [Math.floor(at / columns)])))
    .size
  const hasPerDay = taller > 0 && rows * TILE_HIGH_PX + taller * PER_DAY_PX <= size.height
  const estimatePx = ESTIMATE_PX * Math.max(...figures.map(({ estimates }) => linesOf(estimates)))
  const isSingle = columns === 1
  const high = isSingle ? Math.max(LINE_PX, PER_DAY_PX + estimatePx) : TILE_HIGH_PX + estimatePx
  const spare = size.height / rows - high - (hasPerDay ? PER_DAY_PX : 0)
  const pad = Math.max(LEAST_PAD_PX, isSingle ? spare / 2 : Math.min(MAX_PAD_PX, spare / 6))
  return (
    <ul
      className={css.tiles}
      data-large={isLarge || undefined}
      data-single={isSingle || undefined}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        minHeight: size.height,
        ['--pad' as string]: `${pad}px`,
      }}
    >
      {figures.map((figure, at) => (
        <li
          key={figure.metric}
          className={css.tile}
          data-lead={at === 0 || undefined}
          data-long={format.value(figure.value, formatOf(figure.metric)).length > shortLetters || undefined}
          data-first={at % columns === 0 || undefined}
          data-blank={isBlank(figure) || undefined}
          title={figure.value === null ? undefined : format.exact(figure.value, formatOf(figure.metric))}
        >
          <div className={css.label}>
            <span className={css.name}>{figure.name}</span>
            <span className={css.why} data-print="hide">
              <Why figure={figure} context={context} />
            </span>
          </div>
          <div className={css.value} data-state={figure.looks.comparing}>
            {format.value(figure.value, formatOf(figure.metric))}
          </div>
          {(figure.change !== undefined || figure.estimates !== null) && !isBlank(figure) && (
            <div className={css.versus}>
              {figure.change !== undefined && (
                <ChangeMark
                  value={figure.change.value}
                  format={changeFormat(figure.metric)}
                  judged={figure.change}
                  title={changeNote(figure, context)}
                />
              )}
              {figure.change !== undefined && (
                <span
                  className={css.before}
                  data-state={figure.looks.reference}
                  title={figure.estimates?.reference ?? undefined}
                >
                  {context.t('versus', { value: format.value(figure.reference, formatOf(figure.metric)) })}
                </span>
              )}
              {isLarge && figure.change !== undefined && (
                <BasisNote className={css.before} change={figure.change} context={context} />
              )}
              <Estimated of={figure.estimates} context={context} />
              {hasPerDay && <PerDay figure={figure} context={context} />}
            </div>
          )}
          {/* The estimated part of a figure is written under it already. */}
          {figure.passport.state !== props.projection.passport?.state &&
            linesOf(figure.estimates) === 0 &&
            !['final', 'partial', 'settling'].includes(figure.passport.state) && (
              <StateMark state={figure.passport.state} />
            )}
        </li>
      ))}
    </ul>
  )
}

const changeFormat = (metric: string) => (changeFormatOf(metric) === 'points' ? 'points' : 'delta')

function Rows(props: Props & { projection: KpiProjection }) {
  const { context, size } = props
  const { format } = useUi()
  const figures = figuresOf(props)
  const labels = periodLabels(context)
  const withReference = figures.some(({ change }) => change !== undefined)
  const narrow = size.width < NARROW_PX
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <section className={css.scroll} style={{ height: size.height }} tabIndex={0} aria-label={context.t('description')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{context.t('metric')}</th>
            <th scope="col" data-align="end">
              {labels.comparing}
            </th>
            {withReference && !narrow && (
              <th scope="col" data-align="end">
                {labels.reference}
              </th>
            )}
            {withReference && (
              <th scope="col" data-align="end">
                {context.t('change')}
              </th>
            )}
          </tr>
        </thead>
        <tbody data-narrow={narrow || undefined}>
          {figures.map((figure) => (
            <tr key={figure.metric}>
              <th scope="row">
                <span className={css.rowName}>
                  {figure.name}
                  <span className={css.why} data-print="hide">
                    <Why figure={figure} context={context} />
                  </span>
                </span>
              </th>
              <td data-align="end" className={css.strong} data-state={figure.looks.comparing}>
                {format.exact(figure.value, formatOf(figure.metric))}
                <Estimated of={figure.estimates} context={context} />
                <PerDay figure={figure} context={context} />
              </td>
              {figure.change !== undefined && !narrow && (
                <td
                  data-align="end"
                  className={css.muted}
                  data-state={figure.looks.reference}
                  title={figure.estimates?.reference ?? undefined}
                >
                  {format.exact(figure.reference, formatOf(figure.metric))}
                </td>
              )}
              {figure.change !== undefined && (
                <td data-align="end">
                  <ChangeMark
                    value={figure.change.value}
                    format={changeFormat(figure.metric)}
                    judged={figure.change}
                    title={changeNote(figure, context)}
                  />
                  {narrow && (
                    <span className={css.under} data-state={figure.looks.reference}>
                      {context.t('versus', { value: format.value(figure.reference, formatOf(figure.metric)) })}
                    </span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
