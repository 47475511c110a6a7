/**
 * The start of the day: figures against last year, what changed, open alerts and devices that are down. Each part is
 * there for who has its right.
 */
import { writtenDay, writtenDays, writtenUtc } from '#domain/written'
import { alertName, alertSentence, DOWN_REASONS } from '#domain/alert-rules'
import { clockIn, dayNumber } from '#domain/days'
import { isLanguage } from '#i18n'
import type { Home } from '#schemas/generated/entities/home.ts'
import { AsOf, Delta, ErrorState, Skeleton, StatusDot, useUi } from '#ui'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './day.module.css'
import { Panel } from './day-panel.tsx'

type Figures = NonNullable<Home['figures']>[number]
type Comparison = Figures['yesterday']

export interface DayProps {
  /** Undefined while it is asked for. */
  home: Home | undefined
  /** The failure: its sentence, and its code to copy; null = none. */
  failure: { readonly text: string; readonly code?: string | undefined } | null
  onAgain: () => void
  isAsking?: boolean
  /** Parts to keep a place for while they are loaded. */
  expects: { readonly figures: boolean; readonly alerts: boolean; readonly devices: boolean }
  /** Where a brand, or some of its stores, are compared. */
  compareHref: (client: number, local?: number) => string
  alertsHref: string
  statusHref: string
  /** Where counts are brought in, for those who may. */
  importHref?: string | undefined
}

export function Day({
  home,
  failure,
  onAgain,
  isAsking = false,
  expects,
  compareHref,
  alertsHref,
  statusHref,
  importHref,
}: DayProps) {
  const { t } = useUi()
  if (!expects.figures && !expects.alerts && !expects.devices) return null
  if (failure !== null) {
    return (
      <section className={css.failed} aria-label={t('home:day.title')}>
        <ErrorState
          title={t('home:day.failed')}
          onRetry={onAgain}
          isRetrying={isAsking}
          {...(failure.code !== undefined && { code: failure.code })}
        >
          {failure.text}
        </ErrorState>
      </section>
    )
  }
  return (
    <section className={css.day} aria-label={t('home:day.title')}>
      {(expects.alerts || expects.devices) && (
        <div className={css.pair}>
          {expects.alerts &&
            (home === undefined ? (
              <Waiting />
            ) : (
              home.alerts !== null && <Alerts alerts={home.alerts} href={alertsHref} />
            ))}
          {expects.devices &&
            (home === undefined ? (
              <Waiting />
            ) : (
              home.devices !== null && <Devices devices={home.devices} href={statusHref} />
            ))}
        </div>
      )}
      {expects.figures &&
        (home === undefined ? (
          <div className={css.brands}>
            {BRANDS_EXPECTED.map((at) => (
              <Waiting key={at} lines={8} />
            ))}
          </div>
        ) : (
          <Brands home={home} compareHref={compareHref} importHref={importHref} />
        ))}
    </section>
  )
}

/** As many as are in a row at most, so that the row does not jump when they come. */
const BRANDS_EXPECTED = [0, 1, 2]

const Waiting = ({ lines = 2 }: { lines?: number }) => (
  <div className={css.panel}>
    <Skeleton shape="text" count={lines} />
  </div>
)

/** For those who may import. */
function ImportLink({ href }: { href: string | undefined }) {
  const { t } = useUi()
  if (href === undefined) return null
  return (
    <p>
      <Link to={href}>{t('home:day.import')}</Link>
    </p>
  )
}

type Ways = Pick<DayProps, 'compareHref' | 'importHref'>

function Brands({ home: { figures, moreClients }, ...ways }: { home: Home } & Ways) {
  const { t } = useUi()
  if (figures === null) return null
  if (figures.length === 0)
    return (
      <div className={css.panel}>
        <p>{t('home:day.noBrands')}</p>
        <ImportLink href={ways.importHref} />
      </div>
    )
  return (
    <>
      <div className={css.brands}>
        {figures.map((one) => (
          <Brand key={one.client} figures={one} {...ways} />
        ))}
      </div>
      {moreClients > 0 && <p className={css.note}>{t('home:day.moreBrands', { count: moreClients })}</p>}
    </>
  )
}

function Brand({ figures, compareHref, importHref }: { figures: Figures } & Ways) {
  const { t } = useUi()
  const { client, name, asOf, yesterday, week, movers, moreMovers, gaps, moreGaps } = figures
  // Nothing was ever counted: there is nothing to compare, and no store that was closed.
  if (asOf === null)
    return (
      <article className={css.panel} aria-labelledby={`brand-${client}`}>
        <h2 id={`brand-${client}`} className={css.name}>
          {name}
        </h2>
        <p>{t('home:day.never')}</p>
        <p className={css.note}>{t('home:day.neverText')}</p>
        <ImportLink href={importHref} />
      </article>
    )
  const head = (
    <header className={css.head}>
      <h2 id={`brand-${client}`} className={css.name}>
        <Link to={compareHref(client)}>{name}</Link>
      </h2>
      <AsOf at={asOf} />
    </header>
  )
  if (isOver(figures, asOf))
    return (
      <article className={css.panel} aria-labelledby={`brand-${client}`}>
        {head}
        <p>{t('home:day.over')}</p>
        <ImportLink href={importHref} />
      </article>
    )
  return (
    <article className={css.panel} aria-labelledby={`brand-${client}`}>
      {head}
      <div className={css.spans}>
        <Against label={t('home:day.yesterday')} of={yesterday} />
        {week.begin !== week.end && <Against label={t('home:day.week')} of={week} />}
      </div>
      <div className={css.news}>
        {movers.length > 0 || gaps.length > 0 ? (
          <h3 className={css.small}>{t('home:day.changed')}</h3>
        ) : (
          <p className={css.note}>{t('home:day.nothingChanged')}</p>
        )}
        <ul className={css.list}>
          {movers.map((mover) => (
            <MoverLine key={mover.local} mover={mover} href={compareHref(client, mover.local)} />
          ))}
          {moreMovers > 0 && <li className={css.note}>{t('home:day.more', { count: moreMovers })}</li>}
          {gaps.map(({ local, name: store, coverage }) => (
            <li key={local} className={css.line}>
              <StatusDot status="warn">{t('home:day.incomplete')}</StatusDot>
              <span className={css.what}>
                <Link to={compareHref(client, local)}>{store}</Link>
                <span className={css.note}>
                  {coverage === 0
                    ? t('home:day.silent')
                    : t('home:day.gap', { percent: Math.max(1, Math.round(coverage * 100)) })}
                </span>
              </span>
            </li>
          ))}
          {moreGaps > 0 && <li className={css.note}>{t('home:day.moreGaps', { count: moreGaps })}</li>}
        </ul>
        <Notes figures={figures} />
      </div>
    </article>
  )
}

const DAY_MS = 86_400_000
/** Longer than stores are closed. */
const SILENT_DAYS = 7

/** The counts of a brand ended before: closed stores and outliers are unknown then. */
const isOver = ({ yesterday, week }: Figures, asOf: number): boolean =>
  yesterday.stores === 0 && week.stores === 0 && asOf < (dayNumber(yesterday.begin) - SILENT_DAYS) * DAY_MS

/** A share written as 100.0 % needs no note. */
const WORTH_SAYING = 0.9995

/** One span against the same weekdays of last year, and over which stores and hours. */
function Against({ label, of }: { label: string; of: Comparison }) {
  const { t, format } = useUi()
  const days = useDays()
  const {
    visits,
    reference,
    change,
    noise,
    over,
    stores,
    compared,
    conversion,
    conversionReference,
    conversionChange,
    conversionNoise,
    begin,
    end,
    referenceBegin,
    referenceEnd,
  } = of
  return (
    <div className={css.span}>
      <p className={css.small}>
        {label} <span className={css.note}>{days(begin, end)}</span>
      </p>
      <p className={css.figure}>
        <strong>{format.value(visits, 'count')}</strong>
        {visits !== null && (
          <Delta value={visits} reference={reference} change={change} format="count" isNoise={noise} />
        )}
      </p>
      <p className={css.note}>
        {visits === null
          ? t(stores === 0 ? 'home:day.closed' : 'home:day.nothingToCompare', { count: stores })
          : t('home:day.visitsVersus', {
              value: format.value(reference, 'count'),
              days: days(referenceBegin, referenceEnd),
            })}
      </p>
      {conversion !== null && (
        <p className={css.note}>
          {t('home:day.conversion')} <b>{format.value(conversion, 'percent')}</b>{' '}
          <Delta
            value={conversion}
            reference={conversionReference}
            change={conversionChange}
            format="percent"
            isNoise={conversionNoise}
          />
        </p>
      )}
      {visits !== null && (
        <p className={css.note} data-part={compared < stores || undefined}>
          {t('home:day.stores', { compared, count: stores })}
          {over < WORTH_SAYING ? ` · ${t('ui.figure.over', { share: format.value(over * 100, 'percent') })}` : ''}
        </p>
      )}
    </div>
  )
}

function MoverLine({
  mover: { name, day, visits, expected, holiday },
  href,
}: {
  mover: Figures['movers'][number]
  href: string
}) {
  const { t, format } = useUi()
  const days = useDays()
  return (
    <li className={css.line}>
      <span className={css.change}>
        <Delta value={visits} reference={expected} format="count" />
      </span>
      <span className={css.what}>
        <Link to={href}>{name}</Link>
        <span className={css.note}>
          {t('home:day.mover', {
            day: days(day, day),
            visits: format.exact(visits, 'count'),
            expected: format.exact(expected, 'count'),
          })}
          {holiday !== null && ` · ${holiday || t('home:day.unnamedHoliday')}`}
        </span>
      </span>
    </li>
  )
}

/** Campaigns and closures on the compared days: they may explain a change. */
function Notes({ figures: { holidays, campaigns } }: { figures: Figures }) {
  const { t } = useUi()
  const days = useDays()
  if (holidays.length === 0 && campaigns.length === 0) return null
  return (
    <ul className={css.chips} aria-label={t('home:day.notes')}>
      {campaigns.map(({ name, begin, end, isReference }) => (
        <li key={`${name}${begin}`} className={css.chip}>
          {t(isReference ? 'home:day.campaignBefore' : 'home:day.campaign', { name, days: days(begin, end) })}
        </li>
      ))}
      {holidays.map(({ day, name, stores, closed }) => (
        <li key={`${day}${name}`} className={css.chip}>
          {t(closed > 0 ? 'home:day.holidayClosed' : 'home:day.holiday', {
            name: name || t('home:day.unnamedHoliday'),
            day: days(day, day),
            count: stores,
            closed,
          })}
        </li>
      ))}
    </ul>
  )
}

function Alerts({ alerts: { open, newest }, href }: { alerts: NonNullable<Home['alerts']>; href: string }) {
  const { t, locale } = useUi()
  const language = isLanguage(locale) ? locale : 'en'
  return (
    <Panel
      title={t('home:day.alerts')}
      count={open === 0 ? t('home:day.noAlerts') : t('home:day.open', { count: open })}
      state={open === 0 ? 'up' : 'down'}
      href={href}
      all={t('home:day.allAlerts')}
    >
      <ul className={css.list}>
        {newest.map(({ alert: { id, kind, figure }, localName }) => (
          <li key={id} className={css.line}>
            <span className={css.what}>
              <b>{localName === '' ? alertName(kind, figure, language) : localName}</b>
              <span className={css.note}>
                {localName === '' ? '' : `${alertName(kind, figure, language)}: `}
                {alertSentence(kind, figure, language)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Devices({
  devices: { expected, down, longest },
  href,
}: {
  devices: NonNullable<Home['devices']>
  href: string
}) {
  const { t, locale } = useUi()
  const language = isLanguage(locale) ? locale : 'en'
  // In the time zone of the store, as on Status: two readers see the same hour.
  const since = (moment: number, timeZone: string) => writtenUtc(clockIn(timeZone, moment), 'weekdayDayClock', locale)
  return (
    <Panel
      title={t('home:day.devices')}
      count={expected === 0 ? t('home:day.noDevices') : t('home:day.down', { down, count: expected })}
      state={expected === 0 ? 'closed' : down === 0 ? 'up' : 'down'}
      href={href}
      all={t('home:day.allDevices')}
    >
      <ul className={css.list}>
        {longest.map(({ footscan: { footscan, name, mac, reason, since: from }, localName, timeZone }) => (
          <li key={footscan} className={css.line}>
            <span className={css.what}>
              <b>{localName}</b>
              <span className={css.note}>
                {[
                  name || mac,
                  reason === null ? '' : DOWN_REASONS[reason]?.[language],
                  from === null ? '' : t('home:day.since', { when: since(from, timeZone) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Civil days in the reader's language, one or a range. */
function useDays(): (begin: string, end: string) => string {
  const { locale } = useUi()
  const [thisYear] = useState(() => new Date().getFullYear())
  return (begin, end) => {
    const isOld = !end.startsWith(String(thisYear))
    return begin === end
      ? writtenDay(dayNumber(begin), isOld ? 'weekdayDate' : 'weekdayDay', locale)
      : writtenDays(dayNumber(begin), dayNumber(end), locale, isOld)
  }
}
