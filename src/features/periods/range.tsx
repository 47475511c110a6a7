import { useUi } from '#ui'
import { useMemo } from 'react'

/** Two days as the reader's language writes a range: "16–19 nov". */
export function Range({ begin, end }: { begin: string; end: string }) {
  const { locale } = useUi()
  const text = useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    return format.formatRange(new Date(`${begin}T00:00:00Z`), new Date(`${end}T00:00:00Z`))
  }, [locale, begin, end])
  return <time dateTime={`${begin}/${end}`}>{text}</time>
}
