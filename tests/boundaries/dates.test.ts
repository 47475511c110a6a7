/** One date form per place: tables take `tableMoment`, the bar `barMoment`, sentences the formatter. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FILES = globSync('{src,widgets,server,workers}/**/*.{ts,tsx}').filter(
  (file) => !/\.(test|stories)\.tsx?$|\/stories\//.test(file),
)
const holding = (pattern: RegExp) => FILES.filter((file) => pattern.test(readFileSync(file, 'utf8'))).toSorted()

test('only the bar, the login message and the login history write a date with slashes', () => {
  expect(holding(/\bbar(Date|Moment)\b/)).toEqual([
    'src/app/signed-in-route.tsx',
    'src/domain/moment.ts',
    'src/domain/written.ts',
    'src/features/account/sign-in-history.tsx',
    'src/features/admin/users/user-logins.tsx',
    'src/features/session/gate-dialog.tsx',
  ])
})
test('nothing outside of src/domain takes a moment apart to write it', () => {
  const parts = /\.get(Date|Month|FullYear|Hours|Minutes|Seconds)\(\)\)?(\.padStart|\})|toLocale(Date|Time)String/
  expect(holding(parts).filter((file) => !file.startsWith('src/domain/'))).toEqual([])
})
test('dates are written by dayjs, in one place, and months and weeks are counted by it in another', () => {
  expect(holding(/from 'dayjs/)).toEqual(['src/domain/calendar.ts', 'src/domain/written.ts'])
})
test('a date is written by no other means; what Intl is asked for is taken apart, and not shown', () => {
  const found = FILES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new Intl\.DateTimeFormat\(([^,)]*)/g)].map(
      ([, locale]) => `${file}: ${locale}`,
    ),
  )
  // Zones are read by their rules, and files in the language that they were written in.
  expect(found.toSorted()).toEqual([
    "server/facts/zone.ts: 'en-US'",
    "server/modules/imports/reading/load.ts: 'en'",
    'server/modules/imports/reading/unused.ts: language',
    "src/domain/days.ts: 'en-US'",
  ])
})
test('time zones are no business of dayjs', () => {
  expect(holding(/dayjs\/plugin\/(timezone|advancedFormat)|\.tz\(/)).toEqual([])
})
