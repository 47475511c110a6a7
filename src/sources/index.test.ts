import { expect, test } from 'vitest'
import { createSources } from './index.ts'

const unused = () => Promise.reject(new Error('unused'))
const sources = createSources({ frame: unused, clients: unused, locals: unused, activeLocals: unused, campaigns: unused, open: unused, adopt: unused })

test('lists are fresh for 30 minutes, figures for the hour of the engine, and what is about now until its next question', () => {
  const fresh = Object.fromEntries([...sources].map(([name, { freshMs }]) => [name, freshMs]))
  const lists = ['clients.list', 'locals.byClient', 'locals.active', 'campaigns.list']
  expect(lists.map((name) => fresh[name])).toEqual(lists.map(() => 1_800_000))
  expect([fresh['occupancy.now'], fresh['occupancy.minutes']]).toEqual([15_000, 60_000])
  expect([...sources.keys()].filter((name) => /^(?:compare|footscans)\./.test(name)).map((name) => fresh[name])).toEqual(Array.from({ length: 8 }, () => undefined))
})
