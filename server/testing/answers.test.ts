import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { ref } from '../plugins/schemas.ts'
import { registerErrors } from '../plugins/errors.ts'
import { holdAnswersOf, unsaid, wrongAnswer, wrongRefusal } from './answers.ts'

test('a refusal has a code of the list, the status of that code and a sentence with its values', () => {
  const message = 'There is no local 7 among those of this account.'
  expect(wrongRefusal(404, { code: 'LOCAL_NOT_FOUND', message })).toBe(null)
  expect(wrongRefusal(404, { code: 'LOCAL_GONE', message })).toBe('"LOCAL_GONE" is no code of server/errors.ts')
  expect(wrongRefusal(400, { code: 'LOCAL_NOT_FOUND', message })).toBe('LOCAL_NOT_FOUND has the status 404, not 400')
  for (const bad of ['', undefined, 'No.', 'There is no local 7', 'There is no local undefined.', 'There are NaN locals.']) {
    expect(wrongRefusal(404, { code: 'LOCAL_NOT_FOUND', message: bad })).toContain('LOCAL_NOT_FOUND has no sentence')
  }
})

test('an answer is what its schema says, also where that is another file', () => {
  expect(wrongAnswer({ type: 'array', items: ref('api/id-params') }, [{ id: 7 }])).toBe(null)
  expect(wrongAnswer({ type: 'array', items: ref('api/id-params') }, [{ id: 7 }, {}]))
    .toBe("answer/1 must have required property 'id'")
})

test('a call says its group, what it does, its parameters and what a success answers', () => {
  const whole = { tags: ['Locals'], summary: 'A local by its id', params: {}, response: { 200: { type: 'null' } } }
  expect(unsaid('/api/locals/:id', whole)).toBe(null)
  expect(unsaid('/api/locals', { ...whole, params: undefined, response: { 302: ref('api/id-params') } })).toBe(null)
  for (const tags of [undefined, [], [''], ['Locals', 'Areas']]) {
    expect(unsaid('/api/locals', { ...whole, tags })).toBe('its group is missing')
  }
  expect(unsaid('/api/locals', { ...whole, summary: '' })).toBe('its summary is missing')
  expect(unsaid('/api/locals', { ...whole, description: '' })).toBe('its description is empty')
  expect(unsaid('/api/locals/:id', { ...whole, params: undefined })).toBe('the schema of its parameters is missing')
  for (const response of [undefined, {}, { 200: {} }, { 404: { type: 'null' } }]) {
    expect(unsaid('/api/locals', { ...whole, response })).toBe('what a success answers is missing')
  }
})

test('a server with a call that says nothing is not built', async () => {
  await expect(holdAnswersOf(async () => { fastify().get('/api/locals', () => []) })).rejects
    .toThrow('GET /api/locals: its group is missing.')
})

test('a test that gets another answer gets a failure instead', async () => {
  const ids = { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } }
  const types = (schema: object) => ({ 200: { description: 'x', content: { 'application/json': { schema } } } })
  const app = await holdAnswersOf(async () => {
    const made = fastify()
    registerErrors(made)
    made.get('/right', { schema: { response: { 200: ids } } }, () => ({ id: 1 }))
    made.get('/wrong', { schema: { response: { 200: ids } } }, () => ({ id: 0 }))
    made.get('/typed', { schema: { response: types(ids) } }, () => ({ id: 0 }))
    made.get('/refused', () => { throw new AppError('LOCAL_NOT_FOUND', 'There is no local 7 to see.') })
    made.get('/mute', () => { throw new AppError('LOCAL_NOT_FOUND', '') })
    made.get('/page', (_request, reply) => reply.code(404).type('text/html').send('<p>'))
    return made
  })
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect(await Promise.all(['/right', '/wrong', '/typed', '/refused', '/mute', '/page'].map(statusOf)))
    .toEqual([200, 500, 500, 404, 500, 404])
  await app.close()
})
