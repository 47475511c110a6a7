/**
 * Holidays and closed days, named at the steps of a time axis: a frame as `compare.holidays` gives it, laid over both
 * periods.
 */
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Completeness, Projection, ProjectionContext } from '#engine/types'
import type { Span } from './bands.ts'
import { write } from './measure.ts'

/** The note of one step. */
export interface StepNote {
  /** On the axis; null = a mark without a word, because it is the reference that has it. */
  readonly short: string | null
  /** In the tooltip and in the table; null where the reason says it already. */
  readonly text: string | null
}

/** A projection whose steps may be holidays or closed days. */
export interface Noted extends Projection {
  readonly notes: readonly (StepNote | null)[]
}

export const hasNotes = (projection: Projection): projection is Noted =>
  'notes' in projection && (projection as Noted).notes.some((note) => note !== null)

interface NotesInput {
  readonly holidays: Frame | undefined
  readonly spans: readonly Span[]
  /** Absent where nothing is compared. */
  readonly referenceSpans?: readonly Span[]
  /** The place of each step of the period. */
  readonly states: readonly Completeness[]
}

/**
 * One note a step at most: its own holidays, those of the reference, or that it is closed. A step without a day
 * has only the note of the reference.
 */
export function notesOf(
  { holidays, spans, referenceSpans = [], states }: NotesInput,
  context: ProjectionContext,
): (StepNote | null)[] {
  const found = holidays === undefined ? [] : holidaysIn(holidays, context.locale)
  return spans.map((span, at) => {
    const isClosed = span.day !== null && states[at] === 'closed'
    const own = within(found, span)
    const other = within(found, referenceSpans[at])
    if (own.length + other.length === 0) return isClosed ? { short: context.t('holiday.shut'), text: null } : null
    const isLong = (span.last ?? span.day) !== span.day
    const said = [
      ...own.map((one) => sentence(one, isLong, context)),
      ...other.map((one) => `${context.t('reference')}, ${sentence(one, isLong, context)}`),
    ]
    const names = own.map(({ name }) => name || context.t('holiday.unnamed')).join(', ')
    return { short: names || (isClosed ? context.t('holiday.shut') : null), text: said.join(' ') }
  })
}

interface Holiday {
  readonly day: number
  readonly name: string
  readonly closed: number
  readonly of: number
}

/** By the name in the reader's language where it is known, else by the one that was stored. */
function holidaysIn(frame: Frame, locale: string): Holiday[] {
  const [day, name, closed, of] = ['day', 'name', 'closedLocals', 'chosenLocals'].map((id) =>
    columnIndex(frame, id),
  ) as [number, number, number, number]
  if ([day, name, closed, of].some((at) => at < 0)) return []
  const said = columnIndex(frame, `name.${locale}`)
  return Array.from({ length: frame.rows }, (_, row) => ({
    day: Number(cellOf(frame, day, row)),
    name: String((said < 0 ? null : cellOf(frame, said, row)) ?? cellOf(frame, name, row) ?? ''),
    closed: Number(cellOf(frame, closed, row)),
    of: Number(cellOf(frame, of, row)),
  }))
}

const NONE: readonly Holiday[] = []

function within(found: readonly Holiday[], span: Span | undefined): readonly Holiday[] {
  if (found.length === 0 || span === undefined || span.day === null) return NONE
  const { day, last } = span
  return found.filter((one) => day <= one.day && one.day <= (last ?? day))
}

/** "Assumption: 9 of 14 stores closed.", with its day where a step is longer than one. */
function sentence({ day, name: given, closed, of }: Holiday, isLong: boolean, context: ProjectionContext): string {
  const name = `${isLong ? `${write(context, day, 'day')}, ` : ''}${given || context.t('holiday.unnamed')}`
  const key = closed === 0 ? 'holiday.open' : closed === of ? 'holiday.closed' : 'holiday.some'
  return context.t(key, { name, closed: write(context, closed, 'count'), of: write(context, of, 'count') })
}
