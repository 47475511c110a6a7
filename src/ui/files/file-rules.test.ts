import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFiles, isKind, writeBytes } from './file-rules.ts'

const file = (name: string, size = 100, type = '') => ({ name, size, type, lastModified: 1 })
const [a, b, c] = [file('a.csv'), file('b.csv'), file('c.csv')]

test('a file of another kind is refused with the kinds that are taken', () => {
  expect(addFiles([], [file('photo.heic')], { accept: ['.csv', 'text/csv'] })).toEqual({
    files: [],
    refused: [{ name: 'photo.heic', reason: 'kind', accept: ['.csv', 'text/csv'] }],
  })
})
test('a file over the size is refused with both sizes, one of exactly the size is taken', () => {
  expect(addFiles([], [file('big.csv', 1001), file('fits.csv', 1000)], { maxBytes: 1000 })).toEqual({
    files: [file('fits.csv', 1000)],
    refused: [{ name: 'big.csv', reason: 'tooLarge', bytes: 1001, maxBytes: 1000 }],
  })
})
test('an empty file is refused', () => {
  expect(addFiles([], [file('none.csv', 0)], {})).toEqual({
    files: [],
    refused: [{ name: 'none.csv', reason: 'empty' }],
  })
})
test('the same file twice is refused once', () => {
  expect(addFiles([a], [a, b], {})).toEqual({ files: [a, b], refused: [{ name: 'a.csv', reason: 'twice' }] })
})
test('more files than allowed are refused by name', () => {
  expect(addFiles([a], [b, c], { maxFiles: 2 })).toEqual({
    files: [a, b],
    refused: [{ name: 'c.csv', reason: 'tooMany', maxFiles: 2 }],
  })
})
test('a single picker takes a new file in place of the old, and keeps the old when the new is refused', () => {
  expect(addFiles([a], [b], { maxFiles: 1 }).files).toEqual([b])
  expect(addFiles([a], [file('x.exe')], { maxFiles: 1, accept: ['.csv'] }).files).toEqual([a])
})
test('the ending counts without case, and a media type may name a family', () => {
  expect([
    isKind(file('A.CSV'), ['.csv']),
    isKind(file('x', 1, 'image/png'), ['image/*']),
    isKind(file('x', 1, 'text/csv'), ['text/csv']),
    isKind(file('x.csv.exe'), ['.csv']),
  ]).toEqual([true, true, true, false])
})
test('every file is either chosen or refused, and the chosen ones keep to the rules', () => {
  const files = fc.array(
    fc.record({
      name: fc.constantFrom('a.csv', 'b.csv', 'c.txt'),
      size: fc.integer({ min: 0, max: 20 }),
      type: fc.constant(''),
      lastModified: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(files, fc.integer({ min: 2, max: 4 }), (added, maxFiles) => {
      const { files: chosen, refused } = addFiles([], added, { accept: ['.csv'], maxBytes: 10, maxFiles })
      expect(chosen.length + refused.length).toBe(added.length)
      expect(chosen.length).toBeLessThanOrEqual(maxFiles)
      expect(chosen.every((one) => one.name.endsWith('.csv') && one.size > 0 && one.size <= 10)).toBe(true)
    }),
  )
})
test('sizes are written with their unit', () => {
  expect([writeBytes(512, 'en'), writeBytes(1_536_000, 'en'), writeBytes(20_000_000, 'es')]).toEqual([
    '512 bytes',
    '1.5 MB',
    '20 MB',
  ])
})
