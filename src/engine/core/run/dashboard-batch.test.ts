import { expect, test } from 'vitest'
import { createBatch } from './dashboard-batch.ts'

const settled = () => new Promise((done) => setTimeout(done))

test('what arrives in one go is taken after the code that caused it, in order, and told once', async () => {
  const took: string[] = []
  const batch = createBatch(() => took.push('told'))
  batch.schedule(() => took.push('a'))
  batch.schedule(() => {
    took.push('b')
    batch.schedule(() => took.push('c'))
  })
  took.push('code')
  await settled()
  expect(took).toEqual(['code', 'a', 'b', 'c', 'told'])
})

test('until all of it is taken the rest waits: a list that is taken last does not pass for the end', async () => {
  const waits: boolean[] = []
  const batch = createBatch(() => waits.push(batch.isWaiting()))
  for (let n = 0; n < 2; n++) batch.schedule(() => waits.push(batch.isWaiting()))
  await settled()
  expect(waits).toEqual([true, true, false])
  expect(batch.isWaiting()).toBe(false)
})

test('after its end nothing is taken', async () => {
  const took: string[] = []
  const batch = createBatch(() => took.push('told'))
  batch.schedule(() => took.push('a'))
  batch.dispose()
  await settled()
  expect(took).toEqual([])
})
