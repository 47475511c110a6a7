import { actionsOfNoun } from '#domain/audit-actions'
import { actionsOf } from '#domain/machine'
import { MACHINES } from '#domain/machines/index'
import { LANGUAGES } from '#domain/languages'
import { expect, test } from 'vitest'
import { NOUNS } from '../../nouns.ts'
import { RESOURCE_WORDS } from '../resource.ts'

test('a noun with states has texts for each state, each action, its effect, and each bulk action, in every language', async () => {
  const missing: string[] = []
  for (const { name, noun, texts } of NOUNS) {
    const machine = MACHINES[noun]
    if (machine === undefined) continue
    const all = (await texts()).default
    const actions = actionsOf(machine)
    const keys = [
      ...machine.states.map((state) => `states.${state}`),
      ...actions.flatMap((action) => [`actions.${action}`, `does.${action}`]),
      ...machine.bulk.map(({ id }) => `bulk.${id}`),
    ]
    for (const language of LANGUAGES)
      for (const key of keys) if ((all[language][key] ?? '') === '') missing.push(`${name} ${language} ${key}`)
  }
  expect(missing).toEqual([])
})

test('every described noun has the words that its pages begin with, in every language', async () => {
  const missing: string[] = []
  for (const { name, noun, texts } of NOUNS) {
    const all = (await texts()).default
    const keys = [...RESOURCE_WORDS, ...actionsOfNoun(noun).map((action) => `does.${action}`)]
    for (const language of LANGUAGES)
      for (const key of keys) if ((all[language][key] ?? '') === '') missing.push(`${name} ${language} ${key}`)
  }
  expect(missing).toEqual([])
})

test('every machine is that of a described noun', () => {
  expect(Object.keys(MACHINES).filter((noun) => !NOUNS.some((one) => one.noun === noun))).toEqual([])
})
