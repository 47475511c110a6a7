/** The board of the bench has to pass the check of documents, or the bench measures nothing the next time it is run. */
import { expect, test } from 'vitest'
import { LAYOUT_TEXT } from '../../bench/board/ours/layout.ts'
import { staticSources } from '../../bench/board/ours/sources.ts'
import { moduleOf } from '../../scripts/checked-layouts.ts'

test('the board of the bench has no errors', async () => {
  const noFigures = staticSources(() => Promise.reject(new Error('A check asks for no figures.')))
  await expect(moduleOf(LAYOUT_TEXT, 'the board', noFigures)).resolves.toContain('export const model')
})
