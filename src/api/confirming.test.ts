import { expect, test, vi } from 'vitest'
import { ApiError, type ApiClient } from './client.ts'
import { confirming } from './confirming.ts'

const required = () => new ApiError(403, 'CONFIRMATION_REQUIRED', 'Again.')

/** A server that asks for the password until it was shown. */
function server(refusals: Error[]) {
  const send = vi.fn(async () => {
    const refusal = refusals.shift()
    if (refusal !== undefined) throw refusal
    return new Response('{}')
  })
  return { send, client: { send, json: send, list: send } as unknown as ApiClient }
}

test('a dismissed confirmation gets the error, and the call is not repeated', async () => {
  const { send, client } = server([required()])
  await expect(
    confirming(client, () => Promise.resolve(false)).send('/users/1', { method: 'PUT' }),
  ).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  expect(send).toHaveBeenCalledTimes(1)
})

test('another refusal asks nothing', async () => {
  const ask = vi.fn(() => Promise.resolve(true))
  const { client } = server([new ApiError(409, 'LAST_ADMIN', 'No.')])
  await expect(confirming(client, ask).send('/users/1')).rejects.toMatchObject({ code: 'LAST_ADMIN' })
  expect(ask).not.toHaveBeenCalled()
})

test('a confirmed call that is refused again is not confirmed twice', async () => {
  const ask = vi.fn(() => Promise.resolve(true))
  const { send, client } = server([required(), required()])
  await expect(confirming(client, ask).send('/users/1')).rejects.toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  expect([ask, send].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})

test('after the password the same call goes out once more', async () => {
  const { send, client } = server([required()])
  const options = { method: 'PUT', body: { role: 'admin' } } as const
  expect((await confirming(client, () => Promise.resolve(true)).send('/users/1', options)).ok).toBe(true)
  expect(send.mock.calls).toEqual([
    ['/users/1', options],
    ['/users/1', options],
  ])
})
