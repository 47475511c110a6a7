import { expect, test } from 'vitest'
import { exportLinks } from './links.ts'

const clock = {
  time: 0,
  now() {
    return this.time
  },
}
const target = { id: 1, owner: 7, file: 'data' } as const

test('a link leads to its file for 15 minutes', () => {
  clock.time = 0
  const links = exportLinks(clock)
  const { token, until } = links.create(target)
  expect(until).toBe(900_000)
  clock.time = until - 1
  expect(links.find(token)).toMatchObject(target)
  clock.time = until
  expect(links.find(token)).toBeUndefined()
  expect(links.find('another')).toBeUndefined()
})

test('of more than 1000 links the oldest is forgotten, and no other', () => {
  const links = exportLinks(clock)
  const tokens = Array.from({ length: 1001 }, (_, id) => links.create({ ...target, id }).token)
  expect(tokens.map((token) => links.find(token)?.id).slice(0, 2)).toEqual([undefined, 1])
  expect(links.find(tokens[1000]!)?.id).toBe(1000)
})
