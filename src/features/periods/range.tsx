import { useUi } from '#ui'
import { useMemo } from 'react'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Made once per language: making one costs more than all else in a row of filters. */
function formatIn(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  formats.set(locale, known)
  return known
}

/** Two days as the reader's language writes a range: "16–19 nov". */
export function Range({ begin, end }: { begin: string; end: string }) {
  const { locale } = useUi()
  const text = useMemo(() => formatIn(locale).formatRange(new Date(`${begin}T00:00:00Z`), new Date(`${end}T00:00:00Z`)), [locale, begin, end])
  return <time dateTime={`${begin}/${end}`}>{text}</time>
}
