import { expect, test } from 'vitest'
import { contextOf, exampleOf } from '../lib/test-support/context.ts'
import { isImageOptions } from './generated/options.ts'
import { project } from './model.ts'

const context = contextOf('image')
const { picture } = exampleOf('image').options as { picture: string }

test('a picture is read out by its description, else as a decorative image', () => {
  expect(project({ picture, alt: 'Plan of the ground floor', fit: 'contain' }, {}, context).rows).toEqual([
    ['Plan of the ground floor'],
  ])
  expect(project({ picture, alt: ' ', fit: 'contain' }, {}, context).summary).toBe('Decorative image.')
})

test('without a picture a sentence says what to do', () => {
  expect(project({ picture: '', alt: '', fit: 'contain' }, {}, context).summary).toBe('No picture yet: choose a file.')
})

test.each([
  ['an address of another site', 'https://example.com/a.png'],
  ['a script', 'data:text/javascript;base64,YWxlcnQoMSk='],
  ['a drawing that could hold a script', 'data:image/svg+xml;base64,PHN2Zy8+'],
  ['a page', 'data:text/html;base64,PGI+'],
  ['invalid base64', 'data:image/png;base64,<b>'],
])('%s is refused', (_what, given) => {
  expect([isImageOptions({ picture: given }), isImageOptions({ picture })]).toEqual([false, true])
})
