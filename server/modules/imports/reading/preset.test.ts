import { expect, test } from 'vitest'
import { PRESETS, presetNamed, withMapping } from './preset.ts'

const HOURLY = presetNamed('hourly')
const refusal = (mapping: string) => {
  try {
    withMapping(HOURLY, mapping)
    return 'taken'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

test('columns are named by hand: the counts are then these only, the others as far as they are named', () => {
  expect(withMapping(HOURLY, undefined)).toBe(HOURLY)
  const { columns, said } = withMapping(HOURLY, ' ts = when ,sensor=door,area=a,area=b,ins=in,outs=out')
  expect([said, columns]).toEqual([
    ['when', 'door', 'a', 'b', 'in', 'out'],
    {
      ...HOURLY.columns,
      time: ['when'],
      sensor: ['door'],
      area: [['area'], ['direction'], ['a'], ['b']],
      atoms: { ins: ['in'], outs: ['out'] },
    },
  ])
  expect(withMapping(HOURLY, 'hour=h,kind=k,direction=d').columns).toMatchObject({
    hour: ['h'],
    kind: ['k'],
    direction: ['d'],
    atoms: HOURLY.columns.atoms,
  })
  for (const field of ['ts', 'time', 'date']) expect(withMapping(HOURLY, `${field}=x`).columns.time).toEqual(['x'])
  expect(withMapping(presetNamed('leeds'), 'area=zone').columns.area).toEqual([['zone']])
  expect(withMapping(withMapping(HOURLY, 'ts=a'), 'sensor=b').said).toEqual(['a', 'b'])
})

test('what is no field, or no pair, is refused with what was expected', () => {
  expect(refusal('people=count')).toMatch(
    /^IMPORT_OPTION_INVALID: --map names the field "people"; one of ts, date, hour, sensor, area, kind, direction, far, fro, ins, .* was expected\.$/,
  )
  for (const pair of ['ts', 'ts=', '', ' ts = '])
    expect(refusal(pair)).toBe(`IMPORT_OPTION_INVALID: --map has ${JSON.stringify(pair)}; field=column was expected.`)
})

test('a format that there is not is refused with those that there are', () => {
  expect(() => presetNamed('parquet')).toThrow(
    expect.objectContaining({
      code: 'IMPORT_FORMAT_UNKNOWN',
      message: `There is no format "parquet"; one of ${[...PRESETS.keys()].join(', ')} was expected.`,
    }),
  )
  expect([...PRESETS.keys()]).toEqual(
    'hourly melbourne dublin leeds leeds-feed seattle calit2 bmrcl online-retail'.split(' '),
  )
})
