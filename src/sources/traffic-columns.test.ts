import { expect, test } from 'vitest'
import { trafficColumns } from './traffic-columns.ts'

const asked = (args: object) =>
  trafficColumns({ ...args })
    .map(({ id }) => id)
    .filter((id) => !/^(?:expected|observed|estimatedIns|.*[hH]ours)$/.test(id))

test('an answer has the dimensions and the sums of the measures of its query, and their extra columns', () => {
  expect(asked({ by: 'local,day', measures: 'visits,captureRate' })).toEqual([
    'period',
    'local',
    'index',
    'day',
    'fro',
    'ins',
    'visits',
  ])
  expect(asked({ by: 'area' })).toEqual(['period', 'area', 'areaName', 'ins'])
  expect(asked({})).toEqual(['period', 'ins'])
  expect(trafficColumns({}).map(({ id }) => id)).toContain('missingHours')
})

test('a column decided by a filter, or an unknown one, may be any', () => {
  expect(asked({ by: undefined, measures: 'ins' })).toContain('group')
  expect(asked({ by: 'day', measures: undefined })).toContain('outs')
  expect(asked({ by: 'door' })).toContain('hour')
})
