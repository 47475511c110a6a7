/** Begin, end and days of a shift, as a form and as a dialog ask for them: all three are needed (spec 2, section 5). */
import { readTime } from '#domain/week-edit'
import type { Shift } from '#domain/schedule'
import { Notice, TextField, ToggleGroup, useUi } from '#ui'
import { type ReactNode, type Ref, useId, useMemo, useRef, useState } from 'react'
import { dayNames } from './day-names.ts'
import css from './schedule.module.css'

export interface ShiftDraft {
  readonly begin: string
  readonly end: string
  readonly days: readonly number[]
}

export const NO_SHIFT: ShiftDraft = { begin: '', end: '', days: [] }

/** The shift these fields hold; null while something is missing. */
function shiftOf({ begin, end, days }: ShiftDraft): Shift | null {
  const [from, to] = [readTime(begin), readTime(end)]
  return from === null || to === null || days.length === 0 ? null : { begin: from, end: to, days }
}

const spansTwoDays = ({ begin, end }: ShiftDraft) => {
  const [from, to] = [readTime(begin), readTime(end)]
  return from !== null && to !== null && to !== '00:00' && from > to
}

/** Keeps a draft, and whether its gaps are shown: they are from the first try to confirm on. */
export function useShiftDraft(initial: ShiftDraft) {
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  return {
    draft,
    isTried,
    setDraft,
    fields,
    /** The whole shift, or null after showing what is missing, with the focus on the first of it. */
    confirm(): Shift | null {
      const shift = shiftOf(draft)
      setTried(shift === null)
      if (shift === null)
        requestAnimationFrame(() =>
          fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing] button')?.focus(),
        )
      return shift
    },
    reset(next: ShiftDraft) {
      setTried(false)
      setDraft(next)
    },
  }
}

export interface ShiftFieldsProps {
  draft: ShiftDraft
  onChange: (draft: ShiftDraft) => void
  isTried: boolean
  fieldsRef: Ref<HTMLDivElement>
  beginRef?: Ref<HTMLInputElement>
  /** At the end of the row: the button. */
  children?: ReactNode
}

export function ShiftFields({ draft, onChange, isTried, fieldsRef, beginRef, children }: ShiftFieldsProps) {
  const { t, locale } = useUi()
  const id = useId()
  const names = useMemo(() => dayNames(locale, t), [locale, t])
  const time = (name: 'begin' | 'end') => ({
    label: t(`schedule:shift.${name}`),
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
    isRequired: true,
    placeholder: 'hh:mm',
    inputMode: 'numeric' as const,
    maxLength: 5,
    autoComplete: 'off',
    error: isTried && readTime(draft[name]) === null ? t('schedule:shift.timeNeeded') : undefined,
    onBlur: () => {
      const read = readTime(draft[name])
      if (read !== null) onChange({ ...draft, [name]: read })
    },
  })
  const noDays = isTried && draft.days.length === 0
  return (
    <div ref={fieldsRef} className={css.fieldsBox}>
      <div className={css.fields}>
        <div className={css.time}>
          <TextField {...time('begin')} ref={beginRef} />
        </div>
        <div className={css.time}>
          <TextField {...time('end')} />
        </div>
        <div className={css.days} data-missing={noDays || undefined}>
          <span className={css.daysLabel} id={id}>
            {t('schedule:shift.days')}
          </span>
          <ToggleGroup
            label={t('schedule:shift.days')}
            value={draft.days.map(String)}
            onChange={(days) => onChange({ ...draft, days: days.map(Number) })}
            segments={names.map(({ day, letter, long }) => ({
              id: String(day),
              label: long,
              icon: (
                <span aria-hidden="true" className={css.letter}>
                  {letter}
                </span>
              ),
              iconOnly: true,
            }))}
          />
          {noDays && (
            <span role="alert" className={css.missing}>
              {t('schedule:shift.dayNeeded')}
            </span>
          )}
        </div>
        {children}
      </div>
      {spansTwoDays(draft) && <Notice title={t('schedule:shift.twoDays')}>{t('schedule:shift.twoDaysText')}</Notice>}
    </div>
  )
}
