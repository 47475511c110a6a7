import { expect, test } from 'vitest'
import { newBuild, takesBuild, reportBuild } from './new-build.ts'

test('a page of another build than the server’s is old, until the server has the build of the page again', () => {
  const servedAfter = (served: string, own: string | null) => {
    reportBuild(served, own)
    return newBuild.getState().served
  }
  expect([servedAfter('a', 'a'), servedAfter('b', 'a'), servedAfter('a', 'a'), servedAfter('b', null)]).toEqual([
    null,
    'b',
    null,
    null,
  ])
})

test('an unattended page takes each new build once', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value)
    },
  }
  const taken = (served: string | null, own: string | null) => takesBuild(served, own, storage)
  expect([taken(null, 'a'), taken('b', null), taken('a', 'a')]).toEqual([false, false, false])
  // Loaded anew, and the document is still the old one: a proxy keeps it.
  expect([taken('b', 'a'), taken('b', 'a'), taken('c', 'a')]).toEqual([true, false, true])
})
