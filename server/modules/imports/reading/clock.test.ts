/** Where a time of a file falls in the civil calendar of a zone. */
import { describe, expect, test } from 'vitest'
import { createClock, createInstants } from './clock.ts'
import { createOffsetEvidence } from './offsets.ts'
import { FLAG, slotOf, wholeDayOf } from './stage.ts'

const NOW_S = Date.UTC(2026, 10, 20, 12) / 1000
const s = (iso: string) => Date.parse(`${iso}Z`) / 1000
const hourOf = (iso: string) => s(iso) / 3600
const clockOf = (zone = 'Europe/Madrid') => createClock(zone, NOW_S)
const said = ({ hour, flags, wrong, isOffsetWrong }: ReturnType<ReturnType<typeof clockOf>['civil']>) => {
  const { day, hour: of } = slotOf(hour)
  return [new Date((day * 24 + of) * 3_600_000).toISOString().slice(0, 13), flags, wrong, isOffsetWrong]
}

describe('a time of the clock', () => {
  test('is in its hour', () => {
    const clock = clockOf()
    expect([clock.civil(s('2025-09-01T10:00')), clock.civil(s('2025-09-01T10:59:59'))].map(said)).toEqual([
      ['2025-09-01T10', 0, null, false],
      ['2025-09-01T10', 0, null, false],
    ])
    expect(clock.civil(s('2025-09-01T11:00')).hour).toBe(hourOf('2025-09-01T11:00'))
    expect(said(clock.civil(s('1965-01-01T10:30')))).toEqual(['1965-01-01T10', 0, 'TOO_OLD', false])
  })

  test('that was skipped is in the hour after it, and one that comes twice says so', () => {
    const clock = clockOf()
    expect(
      ['2025-03-30T01:59', '2025-03-30T02:30', '2025-03-30T03:00', '2025-10-26T02:30', '2025-10-26T03:00'].map((iso) =>
        said(clock.civil(s(iso))),
      ),
    ).toEqual([
      ['2025-03-30T01', 0, null, false],
      ['2025-03-30T03', FLAG.skipped, null, false],
      ['2025-03-30T03', 0, null, false],
      ['2025-10-26T02', FLAG.repeated, null, false],
      ['2025-10-26T03', 0, null, false],
    ])
  })

  test('is tomorrow at most, and of 2001 at least', () => {
    const clock = createClock('UTC', NOW_S)
    const wrong = (iso: string) => clock.civil(s(iso)).wrong
    expect([
      wrong('2026-11-21T12:00'),
      wrong('2026-11-21T13:00'),
      wrong('2001-01-01T00:00'),
      wrong('2000-12-31T23:00'),
    ]).toEqual([null, 'FUTURE', null, 'TOO_OLD'])
  })
})

test('a whole day is a day, with any clock time', () => {
  const clock = createClock('UTC', NOW_S)
  const day = s('2025-09-01T00:00') / 86_400
  expect(clock.wholeDay(s('2025-09-01T23:59'))).toEqual({
    hour: wholeDayOf(day),
    flags: 0,
    wrong: null,
    isOffsetWrong: false,
  })
  expect([clock.wholeDay(s('2026-11-22T00:00')).wrong, clock.wholeDay(s('2000-12-31T12:00')).wrong]).toEqual([
    'FUTURE',
    'TOO_OLD',
  ])
})

describe('an instant', () => {
  test('is in the local hour of the clock, with a flag on the second pass of a repeated hour', () => {
    const clock = clockOf()
    expect(
      [
        ['2025-09-01T10:00', 0],
        ['2025-09-01T10:59:59', 0],
        ['2025-10-26T00:30', 0],
        ['2025-10-26T01:30', 0],
        ['2025-10-26T02:30', 7200],
        ['2025-10-26T02:30', 3600],
        ['2025-10-26T02:00', 0],
      ].map(([iso, offset]) => said(clock.withOffset(s(String(iso)), Number(offset)))),
    ).toEqual([
      ['2025-09-01T12', 0, null, false],
      ['2025-09-01T12', 0, null, false],
      ['2025-10-26T02', 0, null, false],
      ['2025-10-26T02', FLAG.secondPass, null, false],
      ['2025-10-26T02', 0, null, false],
      ['2025-10-26T02', FLAG.secondPass, null, false],
      ['2025-10-26T03', 0, null, false],
    ])
  })

  test('has an offset of its zone then, or is of UTC', () => {
    const clock = clockOf()
    const isWrong = (iso: string, offset: number) => clock.withOffset(s(iso), offset).isOffsetWrong
    expect([
      isWrong('2025-09-01T10:00', 7200),
      isWrong('2025-09-01T10:00', 3600),
      isWrong('2025-01-01T10:00', 3600),
      isWrong('2025-01-01T10:00', 7200),
      isWrong('2025-01-01T10:00', 0),
      isWrong('2025-01-01T10:00', -3600),
    ]).toEqual([false, true, false, true, false, true])
    expect([
      clock.withOffset(s('2027-01-01T00:00'), 0).wrong,
      clock.withOffset(s('1999-01-01T00:00'), 0).wrong,
    ]).toEqual(['FUTURE', 'TOO_OLD'])
  })

  test('has its second in an hour of the clock there, by quarters of an hour', () => {
    const india = clockOf('Asia/Kolkata')
    expect([
      said(india.withOffset(s('2025-09-01T10:29:59'), 0))[0],
      said(india.withOffset(s('2025-09-01T10:30:00'), 0))[0],
      india.secondOf(s('2025-09-01T10:29:59')),
      india.secondOf(s('2025-09-01T10:30:00')),
      clockOf('UTC').secondOf(s('1969-12-31T23:59:59')),
    ]).toEqual(['2025-09-01T15', '2025-09-01T16', 3599, 0, 3599])
  })
})

test('an hour begins at an instant, each pass of one that comes twice at its own, and a day ends with its last hour', () => {
  const instantOf = createInstants('Europe/Madrid')
  const twice = hourOf('2025-10-26T02:00')
  expect([
    instantOf(hourOf('2025-09-01T10:00'), 0),
    instantOf(twice, 0),
    instantOf(twice, 1),
    instantOf(twice, 0),
    instantOf(wholeDayOf(s('2025-10-26T00:00') / 86_400), 0),
  ]).toEqual([
    s('2025-09-01T08:00'),
    s('2025-10-26T00:00'),
    s('2025-10-26T01:00'),
    s('2025-10-26T00:00'),
    s('2025-10-26T22:00'),
  ])
})

describe('times given as UTC', () => {
  const judged = (hours: readonly string[], zone = 'Europe/Madrid') => {
    const evidence = createOffsetEvidence(zone, 'a.csv')
    for (const iso of hours) evidence.note(s(iso))
    try {
      evidence.refuse()
      return null
    } catch (error) {
      const { code, message, lines } = error as { code: string; message: string; lines: readonly string[] }
      return { code, message, lines }
    }
  }

  test('and lack the hour that the clocks skip are none, with lines before and after it', () => {
    expect(judged(['2025-03-30T03:59:59', '2025-03-30T01:00'])).toEqual({
      code: 'FILE_OFFSETS_WRONG',
      message:
        'a.csv says that its times are UTC, but they skip the hour that the clocks of Europe/Madrid skip in spring, ' +
        'as local times do. Say --offsets ignore when they are local times, --offsets trust when they are UTC. ' +
        'Nothing was loaded.',
      lines: ['a.csv: no line at 2025-03-30T02:00, the hour that the clocks of Europe/Madrid skip'],
    })
    const years = Array.from({ length: 7 }, (_, i) => 2019 + i)
    const spring = (year: number) => {
      const last = new Date(Date.UTC(year, 2, 31))
      return `${year}-03-${31 - last.getUTCDay()}`
    }
    expect(judged(years.flatMap((year) => [`${spring(year)}T01:00`, `${spring(year)}T03:00`]))?.lines.length).toBe(5)
  })

  test('and have it once are, as are those without lines around it', () => {
    expect(judged(['2025-03-30T01:00', '2025-03-30T02:00', '2025-03-30T03:00'])).toBe(null)
    expect(judged(['2024-03-31T01:00', '2024-03-31T03:00', '2025-03-30T01:00', '2025-03-30T02:00'])).toBe(null)
    expect(judged(['2025-03-30T00:00', '2025-03-30T03:00'])).toBe(null)
    expect(judged(['2025-03-30T01:00', '2025-03-30T04:00'])).toBe(null)
    expect(judged(['2025-03-30T00:00', '2025-03-30T02:00'])).toBe(null)
    expect(judged(['2025-10-26T01:00', '2025-10-26T03:00'])).toBe(null)
    expect(judged(['2025-03-30T01:00', '2025-03-30T03:00'], 'UTC')).toBe(null)
    expect(judged([])).toBe(null)
    // The clocks of London skip another hour.
    expect(judged(['2025-03-30T00:00', '2025-03-30T02:00'], 'Europe/London')?.lines[0]).toContain('2025-03-30T01:00')
  })
})
