/** One date form per place: tables take `tableMoment`, the bar `barMoment`, sentences the formatter. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FILES = globSync('{src,widgets}/**/*.{ts,tsx}').filter(
  (file) => !/\.(test|stories)\.tsx?$|\/stories\//.test(file),
)
const holding = (pattern: RegExp) => FILES.filter((file) => pattern.test(readFileSync(file, 'utf8'))).toSorted()

test('only the bar, the login message and the login history write a date with slashes', () => {
  expect(holding(/\bbar(Date|Moment)\b/)).toEqual([
    'src/app/signed-in-route.tsx',
    'src/domain/moment.ts',
    'src/features/account/profile-dialog.tsx',
    'src/features/admin/users/user-activity.tsx',
    'src/features/session/gate-dialog.tsx',
  ])
})
test('nothing outside of src/domain takes a moment apart to write it', () => {
  const parts = /\.get(Date|Month|FullYear|Hours|Minutes|Seconds)\(\)\)?(\.padStart|\})|toLocale(Date|Time)String/
  expect(holding(parts).filter((file) => !file.startsWith('src/domain/'))).toEqual([])
})
test('the medium form of a date and its time is made in one place', () => {
  expect(holding(/dateStyle: 'medium'/)).toEqual(['src/domain/format.ts'])
})
test('what is written for a reader has the day before the month, in English too', () => {
  const made = globSync('{src,widgets,server}/**/*.{ts,tsx}')
    .filter((file) => !/\.(test|stories)\.tsx?$|\/stories\//.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new Intl\.DateTimeFormat\((?!dateLocale\()([^,)]+)/g)].map(
        ([, locale]) => `${file}: ${locale}`,
      ),
    )
  // These are taken apart, and read by nobody; files are read in the form that they were written in.
  expect(made.toSorted()).toEqual([
    "server/facts/zone.ts: 'en-US'",
    "server/modules/imports/reading/load.ts: 'en'",
    'server/modules/imports/reading/unused.ts: language',
    "src/domain/days.ts: 'en-US'",
  ])
})
