import { expect, test } from 'vitest'
import { createHolder, type Locks } from './hold.ts'

/** Locks as a browser has them, for tabs that are here at once. */
function fakeLocks(): Locks {
  const held = new Map<string, { reject: (cause: Error) => void }>()
  return {
    async request(name, { ifAvailable, steal }, callback) {
      await Promise.resolve()
      const other = held.get(name)
      if (other !== undefined && ifAvailable === true) return callback(null)
      if (other !== undefined && steal === true) other.reject(new Error('AbortError'))
      return new Promise((resolve, reject) => {
        const mine = { reject }
        held.set(name, mine)
        Promise.resolve(callback({ name })).then(() => {
          if (held.get(name) === mine) held.delete(name)
          resolve(undefined)
        }, reject)
      })
    },
  }
}
async function settled(): Promise<void> {
  for (let n = 0; n < 10; n++) await Promise.resolve()
}

test('the second tab on a dashboard is reported, and one that takes over tells the first', async () => {
  const locks = fakeLocks()
  const [first, second] = [createHolder(locks, 'a'), createHolder(locks, 'a')]
  const other = createHolder(locks, 'b')
  await settled()
  expect([first, second, other].map((one) => one.state())).toEqual(['held', 'elsewhere', 'held'])
  const states: string[] = []
  first.subscribe(() => states.push(first.state()))
  second.takeOver()
  await settled()
  expect([first.state(), second.state(), states]).toEqual(['taken', 'held', ['taken']])
  first.takeOver()
  await settled()
  expect([first.state(), second.state()]).toEqual(['held', 'taken'])
})

test('a tab that is left gives it to the next one, and without locks every tab holds its own', async () => {
  const locks = fakeLocks()
  const first = createHolder(locks, 'a')
  await settled()
  first.dispose()
  await settled()
  const second = createHolder(locks, 'a')
  await settled()
  expect([second.state(), createHolder(undefined, 'a').state()]).toEqual(['held', 'held'])
})
