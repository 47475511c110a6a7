import { LANGUAGES } from './languages.ts'
import { expect, test } from 'vitest'
import {
  ALERT_KINDS,
  ALERT_RULES,
  alertSentence,
  defaultSettings,
  DOWN_REASONS,
  isAlertKind,
  readSettings,
} from './alert-rules.ts'
import type { AlertFigure } from './alert-rules.ts'

const FIGURE: AlertFigure = {
  value: 12_345,
  unit: 'count',
  expected: 20_000,
  low: 18_000,
  high: 22_000,
  n: 8,
  coverage: 1,
  state: 'final',
  definition: 'alert.totalOutOfBand@1',
  asOf: 1,
  day: '2026-11-19',
  device: 'Puerta',
  reason: 'offline',
}

test('a setting outside its bounds, of the wrong form or of another kind is refused by its name', () => {
  expect(readSettings('coverage', { percent: 101 })).toEqual({ problem: { setting: 'percent', expected: '1–100' } })
  expect(readSettings('coverage', { percent: '90' })).toEqual({ problem: { setting: 'percent', expected: '1–100' } })
  expect(readSettings('coverage', { percent: Number.NaN })).toEqual({
    problem: { setting: 'percent', expected: '1–100' },
  })
  expect(readSettings('coverage', { minutes: 5 })).toEqual({ problem: { setting: 'minutes', expected: 'percent' } })
  expect(readSettings('ticketsMissing', { by: '24:00' })).toEqual({ problem: { setting: 'by', expected: 'HH:mm' } })
  expect(readSettings('ticketsMissing', { by: 600 })).toEqual({ problem: { setting: 'by', expected: 'HH:mm' } })
})

test('a missing setting has its default, and every default is within its bounds', () => {
  expect(readSettings('totalOutOfBand', { days: 3 })).toEqual({ settings: { days: 3, band: 99 } })
  for (const kind of ALERT_KINDS) expect(readSettings(kind, {})).toEqual({ settings: defaultSettings(kind) })
  expect([isAlertKind('coverage'), isAlertKind('toString')]).toEqual([true, false])
})

test('every kind has its own name in every language, and every sentence the same holes', () => {
  for (const language of LANGUAGES)
    expect(new Set(ALERT_KINDS.map((kind) => ALERT_RULES[kind].names[language])).size).toBe(ALERT_KINDS.length)
  for (const kind of ALERT_KINDS) {
    const holes = LANGUAGES.map((language) =>
      [...ALERT_RULES[kind].sentences[language].matchAll(/\{\{\w+\}\}/g)]
        .map(([hole]) => hole)
        .sort()
        .join(),
    )
    expect([kind, new Set(holes).size]).toEqual([kind, 1])
  }
})

test('every name, sentence and reason is there in every language', () => {
  const all = [
    ...ALERT_KINDS.flatMap((kind) => [ALERT_RULES[kind].names, ALERT_RULES[kind].sentences]),
    ...Object.values(DOWN_REASONS),
  ]
  for (const texts of all)
    expect([texts, LANGUAGES.filter((language) => !/\p{L}{2}/u.test(texts[language] ?? ''))]).toEqual([texts, []])
  const unknown = LANGUAGES.map((language) =>
    alertSentence('deviceDown', { ...FIGURE, reason: 'gremlins' }, language)
      .split(': ')
      .at(-1),
  )
  expect(unknown).toEqual([
    'causa desconocida',
    'cause unknown',
    'causa desconhecida',
    'příčina neznámá',
    'causa desconeguda',
    'causa sconosciuta',
  ])
})

test('settings have these defaults and bounds, and rules read these measures', () => {
  const bounds = (kind: (typeof ALERT_KINDS)[number]) =>
    Object.fromEntries(
      Object.entries(ALERT_RULES[kind].settings).map(([name, setting]) => [
        name,
        setting.type === 'time' ? setting.default : [setting.default, setting.min, setting.max, setting.unit],
      ]),
    )
  expect(Object.fromEntries(ALERT_KINDS.map((kind) => [kind, [ALERT_RULES[kind].reads, bounds(kind)]]))).toEqual({
    deviceDown: [[], { minutes: [60, 15, 1440, 'minutes'] }],
    coverage: [['ins'], { percent: [90, 1, 100, 'percent'] }],
    totalOutOfBand: [['ins'], { days: [2, 1, 7, 'days'], band: [99, 80, 99.9, 'percent'] }],
    ticketsMissing: [['visits', 'tickets'], { by: '10:00' }],
    conversionOutOfBand: [['visitsWithTickets', 'tickets'], { band: [99, 80, 99.9, 'percent'] }],
    occupancyLimit: [
      [],
      {
        capacity: [0, 0, 1_000_000, 'people'],
        percent: [100, 1, 200, 'percent'],
        minutes: [2, 1, 60, 'minutes'],
        hysteresis: [3, 0, 50, 'points'],
      },
    ],
    figure: [[], {}],
  })
})

test('a time is written in minutes below an hour and a half, from there in hours', () => {
  const sentence = (minutes: number) =>
    alertSentence('deviceDown', { ...FIGURE, value: minutes, unit: 'minutes' }, 'en')
  expect(
    [sentence(89), sentence(89.6), sentence(90), sentence(149)].map((text) => /for (.*?) while/.exec(text)?.[1]),
  ).toEqual(['89 minutes', '90 minutes', '2 hours', '2 hours'])
})

test('a sentence has the numbers and the day as its reader writes them, and no hole', () => {
  expect(alertSentence('totalOutOfBand', FIGURE, 'es')).toBe(
    '12.345 entradas el 19 nov 2026; se esperaban 20.000 (entre 18.000 y 22.000)',
  )
  expect(alertSentence('totalOutOfBand', { ...FIGURE, value: 1515, expected: 1094, low: 846, high: 1341 }, 'es')).toBe(
    '1.515 entradas el 19 nov 2026; se esperaban 1.094 (entre 846 y 1.341)',
  )
  expect(alertSentence('coverage', { ...FIGURE, value: 71.25, expected: 90, unit: 'percent' }, 'en')).toBe(
    'Coverage of 71.3% on 19 Nov 2026; at least 90% is expected',
  )
  expect(alertSentence('deviceDown', { ...FIGURE, value: 75, unit: 'minutes' }, 'en')).toBe(
    'Puerta has not counted for 75 minutes while the venue is open: offline',
  )
  expect(
    alertSentence('deviceDown', { ...FIGURE, value: 300, unit: 'minutes', reason: 'gremlins', device: null }, 'es'),
  ).toBe('– no cuenta desde hace 5 horas con el local abierto: causa desconocida')
  expect(alertSentence('totalOutOfBand', { ...FIGURE, definition: 'alert.totalOutOfBand@2' }, 'es')).toBe(
    '12.345 entradas el 19 nov 2026; se esperaban 20.000 (entre 18.000 y 22.000); comparado con 8 días iguales',
  )
  expect(
    alertSentence('totalOutOfBand', { ...FIGURE, coverage: 0.93, definition: 'alert.totalOutOfBand@2' }, 'en'),
  ).toMatch(/; compared with 8 days like it over the same hours, 93% of those expected$/)
  for (const kind of ALERT_KINDS)
    for (const language of LANGUAGES)
      expect(
        alertSentence(
          kind,
          { ...FIGURE, coverage: 0.93, definition: `alert.${kind}@${ALERT_RULES[kind].version}` },
          language,
        ),
      ).not.toMatch(/\{\{|undefined|null/)
  for (const kind of ALERT_KINDS)
    for (const language of LANGUAGES) expect(alertSentence(kind, FIGURE, language)).not.toMatch(/\{\{|undefined|null/)
  expect(Object.keys(DOWN_REASONS).sort()).toEqual([
    'clockSkew',
    'fault',
    'jump',
    'offline',
    'oneWay',
    'silent',
    'stuck',
  ])
})
