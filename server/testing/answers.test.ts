import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../lib/errors.ts'
import { ref } from '../plugins/schemas.ts'
import { registerErrors } from '../plugins/errors.ts'
import { holdAnswersOf, unsaid, wrongAnswer, wrongRefusal } from './answers.ts'

test('a refusal has a code of the list, the status of that code and a sentence with its values', () => {
  const message = 'There is no local 7 among those of this account.'
  expect(wrongRefusal(404, { code: 'LOCAL_NOT_FOUND', message })).toBe(null)
  expect(wrongRefusal(404, { code: 'LOCAL_GONE', message })).toBe('"LOCAL_GONE" is no code of server/lib/errors.ts')
  expect(wrongRefusal(400, { code: 'LOCAL_NOT_FOUND', message })).toBe('LOCAL_NOT_FOUND has the status 404, not 400')
  const bad = ['', undefined, 'No.', 'There is no local 7', 'There is no local undefined.', 'There are NaN locals.']
  for (const one of bad) {
    expect(wrongRefusal(404, { code: 'LOCAL_NOT_FOUND', message: one })).toContain('LOCAL_NOT_FOUND has no sentence')
  }
})

test('an error message may quote any value that was sent', () => {
  const body = { code: 'LOCAL_NOT_FOUND', message: 'There is no local undefined.' }
  expect(wrongRefusal(404, body, () => '/api/locals/undefined')).toBe(null)
  expect(wrongRefusal(404, body, () => '/api/locals/7')).not.toBe(null)
})

test('a refusal has the values that the page names in its sentence', () => {
  const message = 'An account has at most 50 screens; revoke one first.'
  expect(wrongRefusal(409, { code: 'SCREEN_LIMIT', message, details: { most: 50 } })).toBe(null)
  for (const details of [undefined, {}, { least: 50 }]) {
    expect(wrongRefusal(409, { code: 'SCREEN_LIMIT', message, details })).toBe(
      'SCREEN_LIMIT has no most for the sentence of the page',
    )
  }
})

test('an answer is what its schema says, also where that is another file', () => {
  expect(wrongAnswer({ type: 'array', items: ref('api/id-params') }, [{ id: 7 }])).toBe(null)
  expect(wrongAnswer({ type: 'array', items: ref('api/id-params') }, [{ id: 7 }, {}])).toBe(
    "answer/1 must have required property 'id'",
  )
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
  await expect(
    holdAnswersOf(async () => {
      fastify().get('/api/locals', () => [])
    }),
  ).rejects.toThrow('GET /api/locals: its group is missing.')
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
    made.get('/refused', () => {
      throw new AppError('LOCAL_NOT_FOUND', 'There is no local 7 to see.')
    })
    made.get('/mute', () => {
      throw new AppError('LOCAL_NOT_FOUND', '')
    })
    made.get('/page', (_request, reply) => reply.code(404).type('text/html').send('<p>'))
    return made
  })
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect(await Promise.all(['/right', '/wrong', '/typed', '/refused', '/mute', '/page'].map(statusOf))).toEqual([
    200, 500, 500, 404, 500, 404,
  ])
  await app.close()
})
