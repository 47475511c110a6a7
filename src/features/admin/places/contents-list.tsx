/** Dependents of a place, as a list of counts above zero. */
import { tableDate } from '#domain/moment'
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import { useUi } from '#ui'
import css from '../admin.module.css'

const COUNTS = [
  'locals',
  'areas',
  'footscans',
  'readings',
  'ticketDays',
  'quarantined',
  'openingHours',
  'holidays',
  'campaigns',
  'uploads',
  'alertRules',
  'alerts',
  'deviceKeys',
  'screens',
  'entries',
  'reports',
  'access',
] as const satisfies readonly (keyof PlaceContents)[]

export function ContentsList({ contents }: { contents: PlaceContents }) {
  const { t, format } = useUi()
  const many = (count: number) => format.exact(count, 'count')
  const { hours, firstDay, lastDay } = contents
  const shown = COUNTS.filter((name) => contents[name] > 0)
  if (hours === 0 && shown.length === 0) return <p>{t('admin:places.nothing')}</p>
  return (
    <dl className={css.facts}>
      {hours > 0 && (
        <>
          <dt>{t('admin:places.has.hours')}</dt>
          <dd>{many(hours)}</dd>
          <dt>{t('admin:places.days')}</dt>
          <dd>
            {tableDate(firstDay)} – {tableDate(lastDay)}
          </dd>
        </>
      )}
      {shown.map((name) => [
        <dt key={name}>{t(`admin:places.has.${name}`)}</dt>,
        <dd key={`${name} count`}>{many(contents[name])}</dd>,
      ])}
    </dl>
  )
}
