import { expect, test } from 'vitest'
import { FieldErrors } from '#ui'
import { mapServerErrors } from './server-errors.ts'

const say = (cause: unknown) => `said ${(cause as { code: string }).code}`
const refused = (code: string, details?: object) => Promise.reject(Object.assign(new Error('x'), { code, details }))
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('an error is shown at the field of its code', async () => {
  const error = await thrown(mapServerErrors(refused('NAME_TAKEN'), { NAME_TAKEN: 'username' }, say))
  expect(error).toBeInstanceOf(FieldErrors)
  expect((error as FieldErrors).fields).toEqual({ username: 'said NAME_TAKEN' })
})

test('a field may be found in the details, with its own text', async () => {
  const error = await thrown(
    mapServerErrors(
      refused('BRAND_CONTRAST_TOO_LOW', { colour: 'danger' }),
      { BRAND_CONTRAST_TOO_LOW: ({ colour }) => ({ field: String(colour), text: 'too faint' }) },
      say,
    ),
  )
  expect((error as FieldErrors).fields).toEqual({ danger: 'too faint' })
})

test('an invalid value is reported at its field when the form has it', async () => {
  const invalid = () => refused('REQUEST_INVALID', { place: 'body.username' })
  expect(((await thrown(mapServerErrors(invalid(), { NAME_TAKEN: 'username' }, say))) as FieldErrors).fields).toEqual({
    username: 'said REQUEST_INVALID',
  })
  expect(await thrown(mapServerErrors(invalid(), { NAME_TAKEN: 'name' }, say))).toEqual(
    new Error('said REQUEST_INVALID'),
  )
})

test('a refusal without a place is a sentence for the top of the form', async () => {
  expect(await thrown(mapServerErrors(refused('LAST_ADMIN'), { NAME_TAKEN: 'username' }, say))).toEqual(
    new Error('said LAST_ADMIN'),
  )
  await expect(mapServerErrors(Promise.resolve(7), {}, say)).resolves.toBe(7)
})
