import { daysText } from '#domain/period-text'
import { useUi } from '#ui'
import { useMemo } from 'react'

/** Two days as the reader's language writes a range: "16–19 nov". */
export function Range({ begin, end }: { begin: string; end: string }) {
  const { locale } = useUi()
  const text = useMemo(() => daysText({ begin, end }, locale), [locale, begin, end])
  return <time dateTime={`${begin}/${end}`}>{text}</time>
}
