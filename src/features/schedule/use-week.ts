/** The week that is being edited: every way of changing it goes through the same rules, and says what it did. */
import type { Shift } from '#domain/schedule'
import type { WeekEdit, WeekShift } from '#domain/week-edit'
import { sameWeek, withChanged, withoutShift, withShift } from '#domain/week-edit'
import { useUi } from '#ui'
import { useMemo, useState } from 'react'
import { dayNames } from './day-names.ts'

/** A shift that keeps its identity while it is moved about. */
export interface EditShift extends WeekShift {
  readonly id: number
}

let issued = 0
const made = (shift: WeekShift): EditShift => ({ ...shift, id: (issued += 1) })

export interface Said {
  readonly text: string
  readonly isBad: boolean
}

export interface WeekEditing {
  readonly shifts: readonly EditShift[]
  readonly isPending: boolean
  /** The last event, shown and announced to screen readers. */
  readonly said: Said | null
  readonly sayShift: (shift: WeekShift) => string
  /** As it is written on the shift itself, with its day. */
  readonly nameShift: (shift: WeekShift) => string
  /** Each gives the sentence of the refusal, or null when it was done. */
  readonly add: (shift: Shift, replaced?: EditShift) => string | null
  readonly change: (before: EditShift, after: EditShift) => string | null
  readonly remove: (shift: EditShift) => void
  readonly clear: () => void
  readonly tell: (text: string) => void
}

/**
 * @param saved the week as it is stored; null when several differ, so that any week is a change
 * @param draft the edited week; null = nothing was edited
 */
export function useWeek(
  saved: readonly WeekShift[] | null,
  draft: readonly EditShift[] | null,
  setDraft: (draft: readonly EditShift[] | null) => void,
): WeekEditing {
  const { t, locale } = useUi()
  const [said, setSaid] = useState<Said | null>(null)
  const names = useMemo(() => dayNames(locale, t), [locale, t])
  const base = useMemo(() => (saved ?? []).map((shift, at): EditShift => ({ ...shift, id: -1 - at })), [saved])
  const shifts = draft ?? base
  const sayShift = ({ weekDay, opening, closing }: WeekShift) =>
    t('schedule:said.shift', { day: names[weekDay - 1]?.long ?? '', opening, closing })

  function put(week: readonly EditShift[], words: string): void {
    setDraft(saved !== null && sameWeek(week, saved) ? null : week)
    setSaid({ text: words, isBad: false })
  }
  function take(edit: WeekEdit<EditShift>, words: () => string): string | null {
    if (edit.refused === null) {
      put(edit.week, words())
      return null
    }
    const { refused } = edit
    const text =
      refused.reason === 'empty'
        ? t('schedule:said.empty')
        : t('schedule:said.overlap', {
            shift: sayShift(refused.shift),
            other: `${refused.other.opening}–${refused.other.closing}`,
          })
    setSaid({ text, isBad: true })
    return text
  }

  return {
    shifts,
    isPending: draft !== null,
    said,
    sayShift,
    nameShift: ({ weekDay, opening, closing }) => `${names[weekDay - 1]?.long ?? ''}, ${opening}–${closing}`,
    add: (shift, replaced) =>
      take(withShift(shifts, shift, made, replaced), () =>
        t(replaced === undefined ? 'schedule:said.added' : 'schedule:said.changed', {
          shift: `${shift.begin}–${shift.end}`,
          days: shift.days.map((day) => names[day - 1]?.long ?? '').join(', '),
        }),
      ),
    change: (before, after) =>
      sameWeek([before], [after]) ? null : take(withChanged(shifts, before, after), () => sayShift(after)),
    remove: (shift) => put(withoutShift(shifts, shift), t('schedule:said.removed', { shift: sayShift(shift) })),
    clear: () => put([], t('schedule:said.cleared')),
    tell: (text) => setSaid({ text, isBad: false }),
  }
}
