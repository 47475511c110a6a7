/** Dates as `YYYY-MM-DD` text in and out: the calendar library stays inside this file. Weeks begin on Monday. */
import { CalendarDate, fromAbsolute, getLocalTimeZone, parseDate } from '@internationalized/date'
import { type ReactNode, useState } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker as AriaDatePicker,
  DateRangePicker as AriaDateRangePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Calendar,
  Popover,
  RangeCalendar,
} from 'react-aria-components'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from './icons/index.tsx'
import { InLanguage } from './in-language.tsx'
import { useUi } from './provider.tsx'
import css from './date-fields.module.css'
import field from './field.module.css'
import overlay from './overlay.module.css'

/** `YYYY-MM-DD`. */
export type IsoDate = string

/** A date, or null where the text is none: a bad bound must not bring the page down. */
function dateOf(text: IsoDate | null | undefined): CalendarDate | null {
  if (!text) return null
  try {
    return parseDate(text)
  } catch {
    return null
  }
}

interface Bounds {
  min?: IsoDate
  max?: IsoDate
  /** Days that cannot be chosen. */
  isUnavailable?: (day: IsoDate) => boolean
}

const limits = ({ min, max, isUnavailable }: Bounds) => ({
  minValue: dateOf(min) ?? undefined,
  maxValue: dateOf(max) ?? undefined,
  isDateUnavailable:
    isUnavailable === undefined ? undefined : (day: { toString(): string }) => isUnavailable(day.toString()),
})

function Months({ heading, children }: { heading?: ReactNode; children: ReactNode }) {
  const { t } = useUi()
  return (
    <>
      <header className={css.head}>
        <Button slot="previous" className={css.step} aria-label={t('ui.date.previousMonth')}>
          <ChevronLeftIcon />
        </Button>
        {heading ?? <Heading className={css.month} />}
        <Button slot="next" className={css.step} aria-label={t('ui.date.nextMonth')}>
          <ChevronRightIcon />
        </Button>
      </header>
      {children}
    </>
  )
}

function Grid({ offset = 0 }: { offset?: number }) {
  return (
    <CalendarGrid className={css.grid} weekdayStyle="short" offset={{ months: offset }}>
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className={css.weekday}>{day}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>{(date) => <CalendarCell date={date} className={css.day} />}</CalendarGridBody>
    </CalendarGrid>
  )
}

/** One month to choose a day from, below a field. */
function DayPanel({ label }: { label: string }) {
  return (
    <Popover className={overlay.popover} offset={6} placement="bottom start">
      <Dialog className={css.panel} aria-label={label}>
        <Calendar firstDayOfWeek="mon">
          <Months>
            <Grid />
          </Months>
        </Calendar>
      </Dialog>
    </Popover>
  )
}

/** The segments of the input, and the button of the calendar. */
function DayBox() {
  const { t } = useUi()
  return (
    <Group className={field.box}>
      <DateInput className={css.input}>
        {(segment) => <DateSegment segment={segment} className={css.segment} />}
      </DateInput>
      <Button className={field.inner} aria-label={t('ui.date.open')}>
        <CalendarIcon />
      </Button>
    </Group>
  )
}

export interface DateFieldProps extends FieldProps, Bounds {
  value: IsoDate | null
  onChange: (value: IsoDate | null) => void
}

/** One day: typed in segments, or chosen from a calendar. */
export function DateField({ label, help, error, value, onChange, min, max, isUnavailable, ...rest }: DateFieldProps) {
  return (
    <InLanguage>
      <AriaDatePicker
        {...rest}
        {...limits({ min, max, isUnavailable })}
        className={field.field}
        value={dateOf(value)}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
        isInvalid={error ? true : undefined}
        validationBehavior="aria"
        onChange={(next) => onChange(next?.toString() ?? null)}
      >
        <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
        <DayBox />
        <FieldFoot help={help} error={error} />
        <DayPanel label={label} />
      </AriaDatePicker>
    </InLanguage>
  )
}

export interface MomentFieldProps extends FieldProps {
  /** Epoch ms. */
  value: number | null
  onChange: (value: number | null) => void
  /** Epoch ms: the calendar of an empty field opens here. */
  near: number
}

/** A day and a time to the second in the reader's own zone, which is beside it: in tables it is the same. */
export function MomentField({ label, help, error, value, onChange, near, ...rest }: MomentFieldProps) {
  const zone = getLocalTimeZone()
  return (
    <InLanguage>
      <AriaDatePicker
        {...rest}
        className={field.field}
        value={value === null ? null : fromAbsolute(value, zone)}
        placeholderValue={fromAbsolute(near, zone)}
        granularity="second"
        hourCycle={24}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
        isInvalid={error ? true : undefined}
        validationBehavior="aria"
        onChange={(next) => onChange(next?.toDate().getTime() ?? null)}
      >
        <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
        <DayBox />
        <FieldFoot help={help} error={error} />
        <DayPanel label={label} />
      </AriaDatePicker>
    </InLanguage>
  )
}

export interface DateRange {
  begin: IsoDate
  end: IsoDate
}

export interface DateRangePickerProps extends FieldProps, Bounds {
  value: DateRange | null
  onChange: (value: DateRange | null) => void
  /** Longest range in days, both ends counted. A longer one is an error and is not reported. */
  maxDays?: number
}

/** Two days, both included. Reports only whole ranges within the bounds. */
export function DateRangePicker({
  label,
  help,
  error,
  value,
  onChange,
  min,
  max,
  maxDays,
  isUnavailable,
  ...rest
}: DateRangePickerProps) {
  const { t } = useUi()
  const [tooLong, setTooLong] = useState<number | null>(null)
  const begin = dateOf(value?.begin)
  const end = dateOf(value?.end)
  const shown = error ?? (tooLong === null ? undefined : t('ui.date.tooLong', { days: tooLong, max: maxDays ?? 0 }))
  return (
    <InLanguage>
      <AriaDateRangePicker
        {...rest}
        {...limits({ min, max, isUnavailable })}
        className={field.field}
        value={begin && end ? { start: begin, end } : null}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
        isInvalid={shown ? true : undefined}
        validationBehavior="aria"
        onChange={(next) => {
          if (next === null) return onChange(null)
          const days = next.end.compare(next.start) + 1
          if (maxDays !== undefined && days > maxDays) return setTooLong(days)
          setTooLong(null)
          onChange({ begin: next.start.toString(), end: next.end.toString() })
        }}
      >
        <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
        <Group className={field.box}>
          <DateInput slot="start" className={css.input}>
            {(segment) => <DateSegment segment={segment} className={css.segment} />}
          </DateInput>
          <span aria-hidden="true" className={css.dash}>
            –
          </span>
          <DateInput slot="end" className={css.input}>
            {(segment) => <DateSegment segment={segment} className={css.segment} />}
          </DateInput>
          <Button className={field.inner} aria-label={t('ui.date.open')}>
            <CalendarIcon />
          </Button>
        </Group>
        <FieldFoot help={help} error={shown} />
        <Popover className={overlay.popover} offset={6} placement="bottom start">
          <Dialog className={css.panel} aria-label={label}>
            <RangeCalendar firstDayOfWeek="mon" visibleDuration={{ months: 1 }}>
              <Months>
                <Grid />
              </Months>
            </RangeCalendar>
          </Dialog>
        </Popover>
      </AriaDateRangePicker>
    </InLanguage>
  )
}
