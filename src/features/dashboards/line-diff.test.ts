import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', out: '-', in: '+', gap: '…' }[kind]}${text}`)

test('a changed line is between three lines around it, and distant lines are one mark', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at}`)
  expect(shown(lines.join('\n'), lines.map((line) => (line === 'line 6' ? 'other' : line)).join('\n'))).toEqual([
    '…',
    ' line 3',
    ' line 4',
    ' line 5',
    '-line 6',
    '+other',
    ' line 7',
    ' line 8',
    ' line 9',
    '…',
  ])
})

test('lines that came and went are found between those that stayed', () => {
  expect(shown('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(shown('same', 'same')).toEqual(['…'])
})
