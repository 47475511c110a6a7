import { expect, test } from 'vitest'
import { clockIn, dayNumber } from './days.ts'
import { LANGUAGES } from './languages.ts'
import { monthName, weekdayName, writtenDay, writtenDays, writtenMoment, writtenUtc } from './written.ts'

const day = dayNumber('2026-04-09')
const at = Date.UTC(2026, 3, 9, 9, 5, 7)
const each = (write: (language: string) => string) => LANGUAGES.map(write)
const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1)

test('dates of digits are the same in every language, day first', () => {
  const forms = ['barDate', 'barMoment', 'tableDate', 'tableMoment', 'clock', 'clockSeconds'] as const
  for (const language of LANGUAGES)
    expect(forms.map((form) => writtenUtc(at, form, language))).toEqual([
      '09/04/2026',
      '09/04/2026 09:05:07',
      '09-04-2026',
      '09-04-2026 09:05:07',
      '09:05',
      '09:05:07',
    ])
})

test.each([
  ['day', '9 abr', '9 Apr', '9 de abr.', '9. 4.', '9 d’abr.', '9 apr'],
  ['date', '9 abr 2026', '9 Apr 2026', '9 de abr. de 2026', '9. 4. 2026', '9 d’abr. 2026', '9 apr 2026'],
  [
    'longDate',
    '9 de abril de 2026',
    '9 April 2026',
    '9 de abril de 2026',
    '9. dubna 2026',
    '9 d’abril del 2026',
    '9 aprile 2026',
  ],
  ['weekdayDay', 'jue, 9 abr', 'Thu 9 Apr', 'qui., 9 de abr.', 'čt 9. 4.', 'dj., 9 d’abr.', 'gio 9 apr'],
  [
    'weekdayDate',
    'jue, 9 abr 2026',
    'Thu 9 Apr 2026',
    'qui., 9 de abr. de 2026',
    'čt 9. 4. 2026',
    'dj., 9 d’abr. 2026',
    'gio 9 apr 2026',
  ],
  [
    'fullDay',
    'jueves, 9 de abril',
    'Thursday 9 April',
    'quinta-feira, 9 de abril',
    'čtvrtek 9. dubna',
    'dijous, 9 d’abril',
    'giovedì 9 aprile',
  ],
  [
    'fullDate',
    'jueves, 9 de abril de 2026',
    'Thursday 9 April 2026',
    'quinta-feira, 9 de abril de 2026',
    'čtvrtek 9. dubna 2026',
    'dijous, 9 d’abril del 2026',
    'giovedì 9 aprile 2026',
  ],
  [
    'moment',
    '9 abr 2026, 9:05',
    '9 Apr 2026, 09:05',
    '9 de abr. de 2026, 09:05',
    '9. 4. 2026 9:05',
    '9 d’abr. 2026, 9:05',
    '9 apr 2026, 09:05',
  ],
  [
    'longMoment',
    '9 de abril de 2026 a las 9:05',
    '9 April 2026 at 09:05',
    '9 de abril de 2026 às 09:05',
    '9. dubna 2026 v 9:05',
    '9 d’abril del 2026, a les 9:05',
    '9 aprile 2026 alle ore 09:05',
  ],
  ['dayClock', '9 abr, 09:05', '9 Apr, 09:05', '9 de abr., 09:05', '9. 4. 09:05', '9 d’abr., 09:05', '9 apr, 09:05'],
  [
    'weekdayDayClock',
    'jue, 9 abr, 09:05',
    'Thu 9 Apr, 09:05',
    'qui., 9 de abr., 09:05',
    'čt 9. 4. 09:05',
    'dj., 9 d’abr., 09:05',
    'gio 9 apr, 09:05',
  ],
  ['monthYear', 'abr 26', 'Apr 26', 'abr. de 26', 'duben 26', 'abr. del 26', 'apr 26'],
] as const)('%s in each language', (form, ...written) => {
  expect(each((language) => writtenUtc(at, form, language))).toEqual(written)
})

test('months and weekdays have their names, alone and in a date', () => {
  const weekdays = (language: string, width?: 'short') =>
    [1, 2, 3, 4, 5, 6, 7].map((one) => weekdayName(one, language, width)).join(' ')
  const months = (language: string, width?: 'short') => MONTHS.map((one) => monthName(one, language, width)).join(' ')
  const inDates = (language: string) =>
    MONTHS.map((month) => writtenDay(dayNumber(`2026-${month}-1`), 'longDate', language).slice(2, -5)).join('|')
  expect([weekdays('es'), weekdays('es', 'short'), months('es'), months('es', 'short')]).toEqual([
    'lunes martes miércoles jueves viernes sábado domingo',
    'lun mar mié jue vie sáb dom',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'ene feb mar abr may jun jul ago sept oct nov dic',
  ])
  expect([weekdays('en', 'short'), months('en', 'short')]).toEqual([
    'Mon Tue Wed Thu Fri Sat Sun',
    'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
  ])
  expect([weekdays('pt', 'short'), months('pt'), months('pt', 'short')]).toEqual([
    'seg. ter. qua. qui. sex. sáb. dom.',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    'jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.',
  ])
  expect([weekdays('cs', 'short'), months('cs'), months('cs', 'short'), inDates('cs')]).toEqual([
    'po út st čt pá so ne',
    'leden únor březen duben květen červen červenec srpen září říjen listopad prosinec',
    'led úno bře dub kvě čvn čvc srp zář říj lis pro',
    ' ledna| února| března| dubna| května| června| července| srpna| září| října| listopadu| prosince',
  ])
  expect([weekdays('ca', 'short'), months('ca'), months('ca', 'short')]).toEqual([
    'dl. dt. dc. dj. dv. ds. dg.',
    'gener febrer març abril maig juny juliol agost setembre octubre novembre desembre',
    'gen. febr. març abr. maig juny jul. ag. set. oct. nov. des.',
  ])
  expect(inDates('ca')).toBe(
    'de gener del|de febrer del|de març del|d’abril del|de maig del|de juny del|de juliol del|d’agost del|de ' +
      'setembre del|d’octubre del|de novembre del|de desembre del',
  )
  expect([weekdays('it', 'short'), months('it', 'short')]).toEqual([
    'lun mar mer gio ven sab dom',
    'gen feb mar apr mag giu lug ago set ott nov dic',
  ])
})

test('a range names once the parts that both of its days share, and one day is no range', () => {
  const range = (begin: string, end: string, withYear?: boolean) =>
    each((language) => writtenDays(dayNumber(begin), dayNumber(end), language, withYear))
  expect(range('2026-04-06', '2026-04-06')).toEqual([
    '6 abr 2026',
    '6 Apr 2026',
    '6 de abr. de 2026',
    '6. 4. 2026',
    '6 d’abr. 2026',
    '6 apr 2026',
  ])
  expect(range('2026-11-16', '2026-11-19')).toEqual([
    '16–19 nov 2026',
    '16–19 Nov 2026',
    '16–19 de nov. de 2026',
    '16.–19. 11. 2026',
    '16–19 de nov. 2026',
    '16–19 nov 2026',
  ])
  expect(range('2026-09-28', '2026-10-03', false)).toEqual([
    '28 sept – 3 oct',
    '28 Sept – 3 Oct',
    '28 de set. – 3 de out.',
    '28. 9. – 3. 10.',
    '28 de set. – 3 d’oct.',
    '28 set – 3 ott',
  ])
  expect(range('2025-12-28', '2026-01-03', false)).toEqual([
    '28 dic 2025 – 3 ene 2026',
    '28 Dec 2025 – 3 Jan 2026',
    '28 de dez. de 2025 – 3 de jan. de 2026',
    '28. 12. 2025 – 3. 1. 2026',
    '28 de des. 2025 – 3 de gen. 2026',
    '28 dic 2025 – 3 gen 2026',
  ])
})

test('an instant is written on the clock of the reader, or of the zone that it was read in', () => {
  const here = new Date(at)
  expect(writtenMoment(at, 'clock')).toBe(
    [here.getHours(), here.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':'),
  )
  expect(writtenUtc(clockIn('America/New_York', Date.UTC(2026, 10, 1, 5, 30)), 'moment', 'en')).toBe(
    '1 Nov 2026, 01:30',
  )
})

test('of a language that is none of ours dates are written in English, and a region changes nothing', () => {
  expect([writtenDay(day, 'date', 'fi'), writtenDay(day, 'date', 'pt-BR')]).toEqual(['9 Apr 2026', '9 de abr. de 2026'])
})
