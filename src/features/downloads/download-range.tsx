import { DOWNLOAD_MAX_DAYS } from '#domain/download'
import { FIRST_YEAR } from '#domain/period-options'
import { DateRangePicker, useUi } from '#ui'
import { type FocusEvent, useRef, useState } from 'react'
import { type Choice, daysIn } from './choice.ts'
import { useDownloads } from './downloads-frame.tsx'
import css from './downloads.module.css'

/** The first valid year; an earlier one is still being typed. */
const FIRST_DAY = `${FIRST_YEAR}-01-01`

/**
 * A longer range is taken away again, and says why (spec 2, section 5). What is still being typed stays in the field
 * and is no range yet: from one range to another the way is often too long, so a typed one goes when the field is left,
 * and one of the calendar at once.
 */
export function DownloadRange({
  choice,
  set,
  isDisabled,
}: {
  choice: Choice
  set: (part: Partial<Choice>) => void
  isDisabled: boolean
}) {
  const { t } = useUi()
  const { today } = useDownloads()
  // The address follows; the field is not to wait for it.
  const [typed, setTyped] = useState<Choice['range']>(null)
  const [isTooLong, setTooLong] = useState(false)
  // The typed text is removed with the field.
  const [cleared, setCleared] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const takeAway = () => {
    setTyped(null)
    setCleared((n) => n + 1)
  }
  const change = (range: Choice['range']) => {
    const isWhole = range !== null && range.begin >= FIRST_DAY && range.begin <= range.end && range.end <= today()
    const tooLong = isWhole && daysIn(range) > DOWNLOAD_MAX_DAYS
    setTooLong(tooLong)
    setTyped(range)
    set({ range: isWhole && !tooLong ? range : null })
    if (!tooLong || document.activeElement?.getAttribute('role') === 'spinbutton') return
    takeAway()
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus())
  }
  const shown = typed ?? choice.range
  const wrong =
    shown === null || shown.end < FIRST_DAY || shown.begin < FIRST_DAY
      ? null
      : shown.end > today()
        ? t('errors:DOWNLOAD_DATE_FUTURE', { end: shown.end, latest: today() })
        : shown.begin > shown.end
          ? t('errors:DATES_INCORRECT')
          : null
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (
      isTooLong &&
      typed !== null &&
      !currentTarget.contains(relatedTarget) &&
      relatedTarget?.closest('[role="dialog"]') == null
    )
      takeAway()
  }
  return (
    <div ref={box} className={css.range} onBlur={onBlur}>
      <DateRangePicker
        key={cleared}
        label={t('downloads:range')}
        isRequired
        value={shown}
        max={today()}
        isDisabled={isDisabled}
        help={t('downloads:range.help', { n: DOWNLOAD_MAX_DAYS })}
        error={isTooLong ? t('downloads:range.tooLong', { n: DOWNLOAD_MAX_DAYS }) : wrong}
        onChange={change}
      />
    </div>
  )
}
