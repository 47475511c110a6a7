import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailProblems, MAX_RECIPIENTS, splitAddresses } from './recipients.ts'

const mail = { to: ['ana@luna.es'], cc: [], bcc: [], subject: 'Report', text: '' }
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@luna.es`)

test('a line break anywhere in an address is refused', () => {
  expect(mailProblems({ ...mail, bcc: ['ana@luna.es\r\nSubject: x'] })).toEqual([{ code: 'lineBreak', field: 'bcc' }])
})
test('a line break in the subject is refused', () => {
  expect(mailProblems({ ...mail, subject: 'Report\nBcc: all@luna.es' })).toEqual([
    { code: 'lineBreak', field: 'subject' },
  ])
})
test('a mail without recipient, or with Cc only, has nowhere to go', () => {
  expect(mailProblems({ ...mail, to: [] })).toEqual([{ code: 'noRecipient' }])
  expect(mailProblems({ ...mail, to: [], cc: ['ana@luna.es'] })).toEqual([{ code: 'noRecipient' }])
})
test('an invalid address is reported with its field', () => {
  expect(mailProblems({ ...mail, cc: ['ana@luna', 'bea@luna.es'] })).toEqual([
    { code: 'address', field: 'cc', address: 'ana@luna' },
  ])
})
test('fifty recipients of all three fields together are taken, one more is refused', () => {
  const [to, cc, bcc] = [addresses(20), addresses(20), addresses(10)]
  expect(mailProblems({ ...mail, to, cc, bcc })).toEqual([])
  expect(mailProblems({ ...mail, to, cc, bcc: addresses(11) })).toEqual([
    { code: 'tooMany', count: 51, max: MAX_RECIPIENTS },
  ])
})
test('a subject is needed, of at most 200 letters', () => {
  expect(mailProblems({ ...mail, subject: '  ' })).toEqual([{ code: 'noSubject' }])
  expect(mailProblems({ ...mail, subject: 'x'.repeat(201) })).toEqual([{ code: 'subjectTooLong', max: 200 }])
})
test('addresses are between commas or semicolons', () => {
  expect(splitAddresses(' ana@luna.es, bea@luna.es;;\tcai@luna.es ')).toEqual([
    'ana@luna.es',
    'bea@luna.es',
    'cai@luna.es',
  ])
})
test('splitting never hides a line break from the check', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '@', '.', ',', ' ', '\r', '\n') }),
      fc.constantFrom('\r', '\n', '\r\n'),
      fc.string({ maxLength: 5 }),
      (before, line, after) => {
        const to = splitAddresses(`${before}${line}${after}`)
        expect(to.some((one) => /[\r\n]/.test(one))).toBe(true)
        expect(mailProblems({ ...mail, to }).map(({ code }) => code)).toContain('lineBreak')
      },
    ),
  )
})
