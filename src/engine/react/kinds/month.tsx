/** A month by its name. */
import { dateLocale } from '#domain/date-locale'
import { useUi } from '#ui'
import { useMemo } from 'react'
import { NumberSelect } from '../number-select.tsx'
import type { ControlProps } from '../services.tsx'

export default function MonthControl(props: ControlProps) {
  const { locale } = useUi()
  const names = useMemo(() => new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', timeZone: 'UTC' }), [locale])
  const nameOf = (month: number) => names.format(new Date(Date.UTC(2001, month - 1, 1)))
  return <NumberSelect {...props} from={1} to={12} nameOf={nameOf} />
}
