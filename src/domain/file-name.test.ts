import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

test('a title leaves no path, no line and no half of a letter in the name of a file', () => {
  expect([fileNameOf('../../etc/passwd\r\nX: y'), fileNameOf('  '), fileNameOf('Málaga \u{1F600} \uD800')]).toEqual([
    'etc_passwd_X_y',
    'aforo',
    'Malaga',
  ])
  // Letters of two halves, cut at an odd place.
  const long = fileNameOf(`a${'\u{20000}'.repeat(60)}`)
  expect([long.length, long.isWellFormed()]).toEqual([99, true])
})
