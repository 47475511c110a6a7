import { expect, test } from 'vitest'
import { draftOf, initialValues, textsProblem, valuesOf } from './values.ts'
import type { BulkMailValues } from './values.ts'

const values: BulkMailValues = {
  ...initialValues,
  name: ' Aviso ',
  first: 'en',
  texts: {
    es: { subject: 'Hola', text: 'Uno' },
    en: { subject: ' Hello ', text: 'One' },
    it: { subject: ' ', text: '' },
  },
}

test('the sent draft begins with the language for everyone else, and leaves out empty texts', () => {
  const draft = draftOf(values)
  expect(draft.name).toBe('Aviso')
  expect(draft.texts).toEqual([
    { language: 'en', subject: 'Hello', text: 'One' },
    { language: 'es', subject: 'Hola', text: 'Uno' },
  ])
})

test('the saved draft fills the form as it was', () => {
  const saved = { id: 1, status: 'saved', stateAt: 0, createdAt: 0, updatedAt: 0, ...draftOf(values) } as const
  expect(draftOf(valuesOf(saved))).toEqual(draftOf(values))
})

test('the language for everyone else is needed, and a language is whole or not there', () => {
  expect([
    textsProblem({ first: 'cs', texts: values.texts }),
    textsProblem({ first: 'es', texts: { ...values.texts, pt: { subject: 'Olá', text: ' ' } } }),
    textsProblem(values),
  ]).toEqual([{ code: 'firstRequired', language: 'cs' }, { code: 'half', language: 'pt' }, null])
})
