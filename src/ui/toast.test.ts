import { expect, test } from 'vitest'
import { TOAST_HIDE_MS, TOAST_MS, TOAST_SHOW_MS, ToastQueue, staysMs } from './toast.tsx'

test('messages stay 5 s, errors 10 s; they come within 2 s and go within 1 s', () => {
  expect(TOAST_MS).toEqual({ success: 5000, warn: 5000, info: 5000, error: 10_000 })
  expect([TOAST_SHOW_MS, TOAST_HIDE_MS]).toEqual([2000, 1000])
})
test('a message with something to do about it stays as long as an error', () => {
  const action = { label: 'Undo', onPress: () => undefined }
  expect([staysMs({ kind: 'success' }), staysMs({ kind: 'success', action })]).toEqual([5000, 10_000])
})
test('of more than five messages the oldest go', () => {
  const queue = new ToastQueue()
  for (const text of ['1', '2', '3', '4', '5', '6']) queue.success(text)
  expect(queue.messages().map(({ content }) => content)).toEqual(['2', '3', '4', '5', '6'])
})
test('a message with elements is of the kind it is given, and news when it is given none', () => {
  const queue = new ToastQueue()
  const element = { type: 'b', key: null, props: {} }
  queue.html(element, 'success')
  queue.html(element)
  expect(queue.messages().map(({ kind, content }) => [kind, content])).toEqual([
    ['success', element],
    ['info', element],
  ])
})
test('a listener is called on each change, until it unsubscribes', () => {
  const queue = new ToastQueue()
  const seen: number[] = []
  const stop = queue.subscribe(() => seen.push(queue.messages().length))
  const id = queue.error('x')
  queue.close(id)
  stop()
  queue.warn('y')
  expect(seen).toEqual([1, 0])
})
