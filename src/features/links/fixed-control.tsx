/** A filter that the link decides: its name and its value, to be read. */
import { cellOf, columnIndex } from '#domain/frame-build'
import { dayNumber } from '#domain/days'
import { isRecord } from '#domain/record'
import { writtenDay } from '#domain/written'
import type { ControlProps } from '#engine'
import { useUi } from '#ui'
import css from './links.module.css'

type Param = ControlProps['param']
const MAX_NAMES = 3

const Fixed = ({ label, children }: { label: string; children: string }) => (
  <div className={css.fixed}>
    <span className={css.fixedLabel}>{label}</span>
    <span className={css.fixedValue}>{children}</span>
  </div>
)

const ISO = /^\d{4}-\d{2}-\d{2}$/
const isDay = (value: unknown): value is string => typeof value === 'string' && ISO.test(value)

/** Days of a value of any kind of filter; a pair of periods as `a – b / c – d`. */
export function daysIn(value: unknown, day: (iso: string) => string): string {
  if (isDay(value)) return day(value)
  if (!isRecord(value)) return typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
  const { begin, end, comparing, reference } = value
  if (isDay(begin) && isDay(end)) return begin === end ? day(begin) : `${day(begin)} – ${day(end)}`
  return [comparing, reference]
    .filter(isRecord)
    .map((bounds) => daysIn(bounds, day))
    .join(' / ')
}

export function FixedDays({ param: { label, value } }: ControlProps) {
  const { locale } = useUi()
  return <Fixed label={label}>{daysIn(value, (iso) => writtenDay(dayNumber(iso), 'date', locale))}</Fixed>
}

/** Name of one chosen value, from the list of its filter. */
function nameIn({ choices, options, optionColumns }: Param, id: unknown): string {
  const choice = choices?.find(({ value }) => value === id)
  if (choice !== undefined) return choice.label
  if (options === undefined || optionColumns === undefined) return String(id)
  const [value, label] = [columnIndex(options, optionColumns.value), columnIndex(options, optionColumns.label)]
  for (let row = 0; row < options.rows; row++)
    if (cellOf(options, value, row) === id) return String(cellOf(options, label, row) ?? '')
  return String(id)
}

export function FixedChoice({ param }: ControlProps) {
  const { t } = useUi()
  const { label, value, options, choices } = param
  const chosen = [value ?? []].flat().map((one: unknown) => (isRecord(one) ? one.value : one))
  const all = options?.rows ?? choices?.length ?? 0
  const words =
    chosen.length === 0
      ? '–'
      : chosen.length > 1 && chosen.length === all
        ? t('ui.select.all')
        : chosen.length > MAX_NAMES
          ? t('links:page.many', { count: chosen.length })
          : chosen.map((one) => nameIn(param, one)).join(', ')
  return <Fixed label={label}>{words}</Fixed>
}
