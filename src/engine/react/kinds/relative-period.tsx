/** A place in the list period, lastDays or TTD, with its days. */
import { daysText, periodName } from '#domain/period-text'
import type { SectionPeriod } from '#domain/section-periods'
import { useUi } from '#ui'
import type { PeriodLists } from '../../core/kinds/relative-period.ts'
import { PlaceSelect } from '../place-select.tsx'
import type { ControlProps } from '../services.tsx'

export default function RelativePeriodControl({ param }: ControlProps) {
  const { t, locale } = useUi()
  const nameOf = ({ prefix, value, begin, end }: SectionPeriod): string => {
    if (prefix === 'TTD') return t(`app:filters.toDate_${value}`)
    const name = prefix === 'lastDays' ? `lastDays:${value}` : `last${upper(String(value))}`
    return periodName({ begin, end, name }, locale, t)
  }
  const lists = (param.own as PeriodLists).map((places) => ({
    id: places[0]?.prefix ?? '',
    label: t(`app:filters.list_${places[0]?.prefix}`),
    places: places.map((place) => ({ label: nameOf(place), hint: daysText(place, locale) })),
  }))
  return <PlaceSelect param={param} lists={lists} />
}

const upper = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
