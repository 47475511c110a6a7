import { expect, test } from 'vitest'
import { ACCESS_FLAGS } from '#domain/access'
import { FLAG_SECTIONS, inOrder, lacking, neededBy } from './flag-groups.ts'

test('every access flag is in exactly one section of the form', () => {
  expect(FLAG_SECTIONS.flatMap(({ flags }) => flags).toSorted()).toEqual([...ACCESS_FLAGS].toSorted())
})

test('a flag is in the section of the one it needs, and after it', () => {
  for (const { flags } of FLAG_SECTIONS) {
    for (const flag of flags) {
      const needs = neededBy(flag)
      expect(needs === undefined || (flags.includes(needs) && flags.indexOf(needs) < flags.indexOf(flag))).toBe(true)
    }
  }
})

test('a flag without the one it needs is reported, unless that one comes through a group', () => {
  expect(lacking(['hasAutomotiveForecast', 'footCompare'])).toEqual([
    { flag: 'hasAutomotiveForecast', needs: 'hasAutomotive' },
  ])
  expect(lacking(['hasAutomotiveForecast'], ['hasAutomotive'])).toEqual([])
  expect(lacking(['footCompare'], ['wiTraceBuildingMap'])).toEqual([])
})

test('the order of ticking does not matter', () => {
  expect(inOrder(['wiTrace', 'canAlerts'])).toEqual(['canAlerts', 'wiTrace'])
})
