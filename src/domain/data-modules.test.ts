import { expect, test } from 'vitest'
import { DATA_MODULES, effectiveModules, enabledModules, modulesFor, withDefaults } from './data-modules.ts'

test('traffic, time, repetitions and portfolio are on by default', () => {
  expect(enabledModules(effectiveModules())).toEqual(['traffic', 'time', 'repetitions', 'portfolio'])
})

test('missing modules of a client are filled in with the defaults', () => {
  expect(withDefaults({ tickets: true, traffic: false })).toEqual({
    traffic: false,
    time: true,
    repetitions: true,
    portfolio: true,
    zones: false,
    transitions: false,
    tickets: true,
    realtime: false,
  })
})

test('a local has its own word, then that of its client, then the default', () => {
  expect(enabledModules(effectiveModules({ tickets: true, time: false }, { time: true, traffic: false }))).toEqual([
    'time',
    'repetitions',
    'tickets',
    'portfolio',
  ])
})

test('there are eight modules of venues and five of building traces', () => {
  expect(DATA_MODULES.filter((name) => name.startsWith('wt_'))).toHaveLength(5)
  expect(DATA_MODULES).toHaveLength(13)
})

test('a client that is known by its counts alone has the modules of these, and no empty ones beside them', () => {
  expect(enabledModules(modulesFor(['ins', 'outs']))).toEqual(['traffic', 'portfolio'])
  expect(enabledModules(modulesFor(['tickets', 'units', 'sales']))).toEqual(['traffic', 'tickets', 'portfolio'])
  expect(enabledModules(modulesFor(['ins', 'insTimeS', 'identifiedVisits']))).toEqual([
    'traffic',
    'time',
    'repetitions',
    'portfolio',
  ])
})
