import type { Answers } from '#engine'
import type { Me } from '#schemas/generated/entities/me.ts'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { sessionAnswers } from './session-answers.ts'

const person = (id: number) => ({ id }) as Me

function setup() {
  const store = createStore<{ me: Me | null }>(() => ({ me: person(1) }))
  const log: string[] = []
  let made = 0
  let written: () => void = () => undefined
  const make = () => {
    const id = ++made
    return {
      dispose: () => {
        log.push(`end ${id}`)
      },
      outdate: () => {
        log.push(`old ${id}`)
      },
    } as unknown as Answers
  }
  return {
    store,
    log,
    answers: sessionAnswers({
      store,
      make,
      onWritten: (listener) => {
        written = listener
      },
    }),
    write: () => written(),
  }
}

test('every page of one session has the same answers', () => {
  const { answers, log, store } = setup()
  const first = answers()
  store.setState({ me: person(1) })
  expect([answers() === first, log]).toEqual([true, []])
})

test('they are cleared at sign-out, and the next account starts without them', () => {
  const { answers, log, store } = setup()
  const first = answers()
  store.setState({ me: null })
  expect(log).toEqual(['end 1'])
  store.setState({ me: person(2) })
  expect([answers() === first, log]).toEqual([false, ['end 1']])
  store.setState({ me: person(3) })
  expect(log).toEqual(['end 1', 'end 2'])
})

test('a write makes them stale', () => {
  const { answers, log, write } = setup()
  write()
  answers()
  write()
  expect(log).toEqual(['old 1'])
})
