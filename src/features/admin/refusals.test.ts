import { expect, test } from 'vitest'
import { FieldErrors } from '#ui'
import { placed } from './refusals.ts'

const say = (cause: unknown) => `said ${(cause as { code: string }).code}`
const refused = (code: string, details?: object) => Promise.reject(Object.assign(new Error('x'), { code, details }))
const thrown = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a refusal stands at the field of its code', async () => {
  const error = await thrown(placed(refused('NAME_TAKEN'), { NAME_TAKEN: 'username' }, say))
  expect(error).toBeInstanceOf(FieldErrors)
  expect((error as FieldErrors).fields).toEqual({ username: 'said NAME_TAKEN' })
})

test('a place may be found in the details, with words of its own', async () => {
  const error = await thrown(
    placed(
      refused('BRAND_CONTRAST_TOO_LOW', { colour: 'danger' }),
      { BRAND_CONTRAST_TOO_LOW: ({ colour }) => ({ field: String(colour), text: 'too faint' }) },
      say,
    ),
  )
  expect((error as FieldErrors).fields).toEqual({ danger: 'too faint' })
})

test('a value that the server does not take is told at its field when the form has it', async () => {
  const invalid = () => refused('REQUEST_INVALID', { place: 'body.username' })
  expect(((await thrown(placed(invalid(), { NAME_TAKEN: 'username' }, say))) as FieldErrors).fields).toEqual({
    username: 'said REQUEST_INVALID',
  })
  expect(await thrown(placed(invalid(), { NAME_TAKEN: 'name' }, say))).toEqual(new Error('said REQUEST_INVALID'))
})

test('a refusal without a place is a sentence for the top of the form', async () => {
  expect(await thrown(placed(refused('LAST_ADMIN'), { NAME_TAKEN: 'username' }, say))).toEqual(
    new Error('said LAST_ADMIN'),
  )
  await expect(placed(Promise.resolve(7), {}, say)).resolves.toBe(7)
})
